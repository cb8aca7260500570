import ByteKit

/// The link definitions of a release, worked out before its lines move.
struct LinkPlan {
  /// The new target of Unreleased's definition; nil leaves it.
  var unreleased: ByteString?
  /// The target of the release's definition; nil adds none.
  var release: ByteString?
  /// The label under which the release's definition stands.
  var label: ByteString
  /// The labels of folded pre-releases, whose definitions go.
  var dropped: Set<ByteString>
  /// Whether the file has no definitions and gets its first ones.
  var startsList: Bool

  init(_ document: Document, request: ReleaseRequest, folded: [Section], isFirst: Bool) {
    let spelling = request.version.spelling
    let newest = document.sections.first {
      $0.isRelease && !folded.contains($0) && $0.title?.label != nil
    }
    func target(of label: ByteString?) -> ByteString? {
      guard let label else { return nil }
      let key = LinkDefinition.key(label)
      return document.linkDefinitions.first {
        LinkDefinition.key($0.definition.label) == key
      }?.definition.target
    }
    let prefix = newest?.label.map { label -> ByteString in
      let bare = label.withoutTagPrefix
      return bare.bytes.first?.isASCIIDigit == true
        ? ByteString(label.bytes.dropLast(bare.count)) : ""
    }
    label = (prefix ?? "") + spelling
    dropped = Set(folded.compactMap(\.label).map(LinkDefinition.key))
    startsList = false
    let unreleasedTarget = target(of: "unreleased") ?? target(of: document.unreleased?.title?.label)
    let foldedOld = folded.last?.label.flatMap { target(of: $0) }.flatMap(CompareTarget.init)?.old
    if let unreleasedTarget, let compare = CompareTarget(unreleasedTarget) {
      let isCurrent = newest?.label.map { compare.old.contains($0.withoutTagPrefix) } ?? true
      let old = foldedOld ?? (isCurrent ? compare.old : request.previousTag ?? compare.old)
      unreleased = compare.url(from: request.tag, to: nil)
      // The first release of a list has no version to compare with.
      let hasOld = foldedOld != nil || newest != nil || request.previousTag != nil
      release = hasOld ? compare.url(from: old, to: request.tag) : request.links?.release
    } else if let newestLabel = newest?.label, let old = target(of: newestLabel) {
      if let compare = CompareTarget(old) {
        release = compare.url(from: compare.new, to: request.tag)
      } else if let range = old.firstRange(of: newestLabel.withoutTagPrefix) {
        release =
          request.links?.release
          ?? ByteString(old.bytes[..<range.lowerBound]) + spelling
          + ByteString(old.bytes[range.upperBound...])
      }
    } else if isFirst, let links = request.links, unreleasedTarget == nil,
      document.unreleased?.title?.isBracketed ?? true
    {
      (unreleased, release, startsList) = (links.unreleased, links.release, true)
    } else if let links = request.links, unreleasedTarget != nil {
      (unreleased, release) = (links.unreleased, links.release)
    }
  }
}

extension Document {
  mutating func apply(_ plan: LinkPlan, request: ReleaseRequest) {
    for key in plan.dropped {
      if let found = definition(key), definition(LinkDefinition.key(plan.label)) != found {
        replaceLines(found..<(found + 1), with: [])
      }
    }
    if plan.startsList, let unreleased = plan.unreleased, let release = plan.release {
      var end = lines.count
      while end > 0, lines[end - 1].isBlank { end -= 1 }
      replaceLines(
        end..<end,
        with: ["", "[unreleased]: " + unreleased, "[" + plan.label + "]: " + release]
      )
      return
    }
    let unreleasedLine = definition("unreleased")
    if let line = unreleasedLine, let target = plan.unreleased {
      guard case .definition(let old) = scan[line].kind else { return }
      let bytes = lines[line].content.bytes
      let content =
        ByteString(bytes[..<old.targetRange.lowerBound]) + target
        + ByteString(bytes[old.targetRange.upperBound...])
      replaceLines(line..<(line + 1), with: [content])
    }
    guard let target = plan.release, definition(LinkDefinition.key(plan.label)) == nil else {
      return
    }
    let content = "[" + plan.label + "]: " + target
    if let line = unreleasedLine {
      replaceLines((line + 1)..<(line + 1), with: [content])
      return
    }
    let labels = sections.filter { $0.isRelease && $0.version != request.version }
      .compactMap(\.label).map(LinkDefinition.key)
    let next = linkDefinitions.first { labels.contains(LinkDefinition.key($0.definition.label)) }
    if let line = next?.line { replaceLines(line..<line, with: [content]) }
  }

  /// The line of a label's definition.
  private func definition(_ key: ByteString) -> Int? {
    linkDefinitions.first { LinkDefinition.key($0.definition.label) == key }?.line
  }
}
