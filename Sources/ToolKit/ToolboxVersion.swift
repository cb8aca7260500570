/// The version of the whole toolbox, as its newest release section says.
package let toolboxVersion = "0.1.0"
