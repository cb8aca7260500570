pipeline {
  agent { label 'build-machine' }
  triggers { cron('H 5 * * 1') }
  environment { CLONE = '/srv/clones/project' }
  stages {
    stage('prune-gone') {
      steps {
        script {
          def status = sh(returnStatus: true, script: '''
            # A clone that CI made is often shallow and does not know the default branch: nothing could be proven.
            cd "$CLONE" || exit 1
            if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
              git fetch --quiet --unshallow
            fi
            git remote set-head origin --auto
            git prune-gone --older-than 14 --max-deletes 20%
          ''')
          if (status == 2) { unstable('a remote could not be checked') }
          else if (status != 0) { error("git prune-gone ended with status ${status}") }
        }
      }
    }
  }
}
