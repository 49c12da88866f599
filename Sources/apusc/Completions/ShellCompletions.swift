import ApusCompiler

/// Shell completion scripts for `apusc`, generated from the syntax of its commands.
enum ShellCompletions: String, CaseIterable {
  case bash, zsh, fish

  /// The script for a shell.
  func script(for commands: [CommandSyntax]) -> String {
    switch self {
    case .bash: ShellCompletions.bash(commands)
    case .zsh: ShellCompletions.zsh(commands)
    case .fish: ShellCompletions.fish(commands)
    }
  }

  // MARK: - bash

  /// If there are no suggestions, `-o default` completes paths. It works with the bash 3.2 of macOS.
  private static func bash(_ commands: [CommandSyntax]) -> String {
    var values = ""
    var words = ""
    for command in commands {
      for option in command.userOptions where !option.values.isEmpty {
        values +=
          "    '\(command.name) --\(option.name)') words='\(option.choices.joined(separator: " "))' ;;\n"
      }
      let options = command.userOptions.map { "--" + $0.name }.joined(separator: " ")
      let operands = command.operandChoices().joined(separator: " ")
      words += """
            \(command.name)) case $word in -*) words='\(options)' ;; *) words='\(operands)' ;; esac ;;

        """
    }
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # bash completion for apusc: source <(apusc completions bash)
      _apusc() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
        COMPREPLY=()
        # bash takes --name=value for three words.
        if [ "$word" = = ]; then
          word=
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names) help --help --version' -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]} $previous" in
      \(values)    'help help') words='\(names)' ;;
          *) case ${COMP_WORDS[1]} in
            help) words='\(names)' ;;
      \(words)    esac ;;
        esac
        [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o default -F _apusc apusc

      """
  }

  // MARK: - zsh

  private static func zsh(_ commands: [CommandSyntax]) -> String {
    let names = commands.map { "    '\($0.name):\(quoted($0.summary.replacing(":", with: "\\:")))'\n" }
    let cases = commands.map { command in
      let options = command.userOptions.map { option -> String in
        let times = option.isRepeatable ? "*" : ""
        let value = option.values.first.map {
          "=[\(zshText(option))]:\($0.prefix { $0 != "|" }):\(zshAction(option))"
        }
        return "        '\(times)--\(option.name)\(value ?? "[\(zshText(option))]")' \\\n"
      }
      let operand =
        command.operands.isEmpty
        ? ""
        : "        '*:\(command.operands.replacing(":", with: "\\:")):\(command.operandChoices().isEmpty ? "_files" : "(\(command.operandChoices().joined(separator: " ")))")' \\\n"
      return "    \(command.name))\n      _arguments \\\n\(options.joined())\(operand)        && return ;;\n"
    }
    return """
      #compdef apusc
      # zsh completion for apusc: a file named _apusc in a folder of $fpath, or source <(apusc completions zsh)
      _apusc() {
        local -a commands
        commands=(
      \(names.joined())    'help:Show the help of a command.'
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined())    help) _describe 'command' commands ;;
        esac
      }
      if [ "$funcstack[1]" = _apusc ]; then _apusc "$@"; else compdef _apusc apusc; fi

      """
  }

  private static func zshText(_ option: CommandSyntax.Option) -> String {
    var text = ""
    for character in summary(of: option) {
      if "[]:\\".contains(character) { text.append("\\") }
      text.append(character)
    }
    return quoted(text)
  }

  private static func zshAction(_ option: CommandSyntax.Option) -> String {
    if !option.choices.isEmpty { return "(\(option.choices.joined(separator: " ")))" }
    switch option.values.first {
    case "FILE": return "_files"
    case "DIR", "FOLDER": return "_files -/"
    default: return " "
    }
  }

  // MARK: - fish

  private static func fish(_ commands: [CommandSyntax]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    var script = """
      # fish completion for apusc: apusc completions fish > ~/.config/fish/completions/apusc.fish
      complete -c apusc -f
      complete -c apusc -n __fish_use_subcommand -l version -d 'Show the version.'
      complete -c apusc -n __fish_use_subcommand -a help -d 'Show the help of a command.'
      complete -c apusc -n '__fish_seen_subcommand_from help' -a '\(names)'

      """
    for command in commands {
      let head = "complete -c apusc -n '__fish_seen_subcommand_from \(command.name)'"
      script +=
        "complete -c apusc -n __fish_use_subcommand -a \(command.name) -d '\(fishText(command.summary))'\n"
      if !command.operandChoices().isEmpty {
        script += "\(head) -a '\(command.operandChoices().joined(separator: " "))'\n"
      } else if !command.operands.isEmpty {
        script += "\(head) -F\n"
      }
      for option in command.userOptions {
        let value =
          if option.values.isEmpty { "" } else if !option.choices.isEmpty {
            " -x -a '\(option.choices.joined(separator: " "))'"
          } else if ["FILE", "DIR", "FOLDER"].contains(option.values[0]) { " -r -F" } else { " -x" }
        script += "\(head) -l \(option.name)\(value) -d '\(fishText(summary(of: option)))'\n"
      }
    }
    return script
  }

  private static func fishText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }

  // MARK: - Text

  /// The first sentence of an option's help, on one line.
  private static func summary(of option: CommandSyntax.Option) -> String {
    let line = option.help.replacing("\n", with: " ")
    guard let end = line.firstRange(of: ". ") else { return line }
    return String(line[..<end.lowerBound]) + "."
  }

  /// Text for single quotes in bash and zsh.
  private static func quoted(_ text: String) -> String { text.replacing("'", with: "'\\''") }
}
