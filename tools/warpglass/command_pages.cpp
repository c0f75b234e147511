#include "tools/warpglass/command_pages.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace warpglass::tool {
namespace {

struct PageCommand {
  std::string name;  // "report diff"
  const CLI::App* app = nullptr;
};

/// Commands that users see, and behind each those that stand behind its name.
std::vector<PageCommand> commands_of(const CLI::App& app, const std::string& before = "") {
  std::vector<PageCommand> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    commands.push_back({before + command->get_name(), command});
    for (PageCommand& inner : commands_of(*command, before + command->get_name() + ' '))
      commands.push_back(std::move(inner));
  }
  return commands;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* one) { return !one->get_group().empty(); });
}

/// "--jobs", "-j".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// "FILE"; what is behind a colon is what is checked.
std::string value_name(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  return name.substr(0, name.find(':'));
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() != 0; }
bool takes_file(const CLI::Option& option) { return value_name(option) == "FILE" || value_name(option) == "PROGRAM"; }

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += fmt::format("{}{}", text.empty() ? "" : between, part);
  return text;
}

/// Text in troff: backslashes, hyphens, and dots and quotes that begin a line.
std::string troff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool begins = result.empty() || result.back() == '\n';
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string option_entry(const CLI::Option& option) {
  std::string head = option.nonpositional() ? joined(names_of(option), ", ") : option.get_name();
  if (option.nonpositional() && takes_value(option)) head += " " + value_name(option);
  std::string text = fmt::format(".TP\n.B {}\n{}", troff(head), troff(option.get_description()));
  if (const std::string value = option.get_default_str(); takes_value(option) && !value.empty())
    text += fmt::format(" (default {})", troff(value));
  return text + '\n';
}

/// The lines under "Examples:" of a footer.
std::string examples_of(const CLI::App& command) {
  const std::string footer = command.get_footer();
  const std::size_t at = footer.find("Examples:\n");
  if (at == std::string::npos) return "";
  std::string text = footer.substr(at + std::string_view("Examples:\n").size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return fmt::format(".nf\n{}\n.fi\n", troff(text));
}

/// For the inside of 'single quotes' in a shell.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result;
}

/// Of a command's name in a `case`.
std::string quoted_pattern(const std::string& name) {
  return name.find(' ') == std::string::npos ? name : '"' + name + '"';
}

/// Commands of two words, as a pattern of a `case`.
std::string inner_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const PageCommand& command : commands_of(app)) {
    if (command.name.find(' ') != std::string::npos) names.push_back(quoted_pattern(command.name));
  }
  return joined(names, "|");
}

/// For a description of zsh's _arguments, where brackets and colons have a meaning.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : quoted(text)) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string text = fmt::format(
      ".\\\" Made by: warpglass completion man\n"
      ".TH WARPGLASS 1 \"\" \"warpglass\" \"User Commands\"\n"
      ".SH NAME\nwarpglass \\- run CUDA programs without a GPU and see what the memory system does\n"
      ".SH SYNOPSIS\n");
  for (const auto& [name, command] : commands_of(app)) {
    std::string arguments;
    for (const CLI::Option* option : options_of(*command)) {
      if (!option->nonpositional()) arguments += fmt::format(" [{}]", value_name(*option));
    }
    text += fmt::format(".B warpglass {}\n[OPTION]...{}\n.br\n", name, troff(arguments));
  }
  text += fmt::format(".SH DESCRIPTION\n{}\n.SH COMMANDS\n", troff(app.get_description()));
  for (const auto& [name, command] : commands_of(app)) {
    text += fmt::format(".SS warpglass {}\n{}\n", name, troff(command->get_description()));
    for (const CLI::Option* option : options_of(*command)) text += option_entry(*option);
    if (const std::string examples = examples_of(*command); !examples.empty())
      text += ".PP\nExamples:\n.PP\n" + examples;
  }
  text +=
      ".SH EXIT STATUS\n"
      "That of the program that is run; 1 when a kernel of a PTX file faulted, or when check found something "
      "(\\-\\-error\\-exitcode changes that), when something expected does not hold or when a condition of report diff "
      "does; 2 for a wrong flag or a file that "
      "cannot "
      "be used.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n.B COLUMNS\ncolumns that tables and pictures may take, where the terminal is not to be asked\n"
      ".TP\n.B NO_COLOR\nno colours, unless \\-\\-color always is given\n"
      ".TP\n.B PATH\nwhere clang is looked for, which compiles .cu files\n"
      ".TP\n.B TMPDIR\nwhere temporary files lie\n"
      ".SH EXAMPLES\n";
  return text + examples_of(app) + ".SH SEE ALSO\n.BR ncu (1),\n.BR compute\\-sanitizer (1)\n";
}

std::string bash_completion(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string flags;
  for (const auto& [command_name, command] : commands_of(app)) {
    if (command_name.find(' ') == std::string::npos) commands.push_back(command_name);
    std::vector<std::string> names;
    std::vector<std::string> with_file;
    bool takes_program = false;
    for (const CLI::Option* option : options_of(*command)) {
      const std::vector<std::string> all = names_of(*option);
      names.insert(names.end(), all.begin(), all.end());
      if (option->nonpositional() && takes_file(*option)) with_file.insert(with_file.end(), all.begin(), all.end());
      takes_program |= !option->nonpositional() && takes_file(*option);
    }
    flags += fmt::format("    {}) flags='{}' files='{}' program={} ;;\n", quoted_pattern(command_name),
                         joined(names, " "), joined(with_file, " "), takes_program ? "yes" : "");
  }
  return fmt::format(R"(# Completion of warpglass for bash. Made by: warpglass completion bash
_warpglass() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= flags= files= program= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in -*) ;; *) command=${{COMP_WORDS[i]}}; break ;; esac
  done
  case "$command ${{COMP_WORDS[i+1]}}" in {}) command="$command ${{COMP_WORDS[i+1]}}" ;; esac
  case $command in
    '') COMPREPLY=($(compgen -W '{} --help --version' -- "$word")); return ;;
{}  esac
  case " $files " in *" $before "*) COMPREPLY=($(compgen -f -- "$word")); return ;; esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) [ -z "$program" ] || COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _warpglass warpglass
)",
                     inner_commands(app), joined(commands, " "), flags);
}

std::string zsh_completion(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const auto& [command_name, command] : commands_of(app)) {
    if (command_name.find(' ') == std::string::npos)
      commands += fmt::format("    '{}:{}'\n", command_name, zsh_text(command->get_description()));
    std::string arguments;
    for (const CLI::Option* option : options_of(*command)) {
      const std::string action = takes_file(*option) ? "_files" : "";
      if (!option->nonpositional()) {
        arguments += fmt::format(" \\\n        '*:{}:{}'", option->get_name(), action);
        continue;
      }
      for (const std::string& name : names_of(*option)) {
        arguments += fmt::format(" \\\n        '*{}[{}]{}'", name, zsh_text(option->get_description()),
                                 takes_value(*option) ? fmt::format(":{}:{}", value_name(*option), action) : "");
      }
    }
    cases += fmt::format("      {})\n        _arguments{}\n        ;;\n", quoted_pattern(command_name), arguments);
  }
  return fmt::format(R"(#compdef warpglass
# Completion of warpglass for zsh. Made by: warpglass completion zsh
_warpglass() {{
  local -a commands
  local state line name
  commands=(
{}  )
  _arguments -C '--help[help]' '--version[version]' '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      name=$line[1]
      case "$line[1] $line[2]" in {}) name="$line[1] $line[2]" ;; esac
      case $name in
{}      esac
      ;;
  esac
}}
_warpglass "$@"
)",
                     commands, inner_commands(app), cases);
}

}  // namespace warpglass::tool
