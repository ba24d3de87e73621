# ./dev snippets: what README and the installation guide tell a new user to type, done in new folders. `dev` reads this file.
#
# Brine goes to a local Maven repository that starts empty. So does every cache of the tools, except Maven's settings,
# which are the user's. A tool that this machine lacks, or that does not resolve, is reported in one line.

snippets=$logs/snippets
snippets_home=$snippets/home # user.home of sbt, Mill and scala-cli, so that their ~/.m2/repository is the new one
snippets_repository=$snippets_home/.m2/repository
snippets_scala="3.3.7 3.3.8 3.7.3 3.8.4"
sbt_version=1.10.7
mill_version=0.11.13 # the newest that the lines of README were tried with; used where no mill is on the PATH

# run_snippets [tool ...]: one line for each tool and Scala version, and an error if a program did not print what README says.
run_snippets() {
  local tool version wrong="" tools=("$@")
  [ $# -gt 0 ] || tools=(maven sbt mill scala-cli)
  for tool in "${tools[@]}"; do
    case $tool in
      maven | sbt | mill | scala-cli) ;;
      *) fail "snippets takes maven, sbt, mill or scala-cli, not '$tool'" ;;
    esac
  done
  rm -rf "$snippets"
  mkdir -p "$snippets_home/.m2"
  install_as_readme_says
  snippet README.md scala >"$snippets/Hello.scala"
  sed -n 's:.*println(.*)  *// ::p' "$snippets/Hello.scala" >"$snippets/expected"
  [ -s "$snippets/expected" ] || fail "the first Scala block of README.md promises no output"
  for tool in "${tools[@]}"; do
    if ! "find_${tool/-/_}" >"$snippets/$tool.log" 2>&1; then
      echo "$tool: not run, since it is not on the PATH and did not resolve; see $snippets/$tool.log"
      continue
    fi
    for version in $snippets_scala; do try_snippet "$tool" "$version" || wrong="$wrong $tool/$version"; done
  done
  [ -z "$wrong" ] || fail "not as README says:$wrong"
}

# README's command, in a copy of the sources.
install_as_readme_says() {
  local command start=$SECONDS
  command=$(snippet README.md sh)
  [[ $command == "mvn install "* ]] || fail "the first sh block of README.md is not the command that installs Brine"
  say "${command/mvn/mvn -Dmaven.repo.local=$snippets_repository}"
  mkdir -p "$snippets/sources"
  copy_sources "$snippets/sources"
  (cd "$snippets/sources" && maven snippets-install ${command#mvn } "-Dmaven.repo.local=$snippets_repository")
  say "installed in $((SECONDS - start)) s"
}

# snippet <page> <language>: the first block of that language.
snippet() {
  awk -v opens="\`\`\`$2" '$0 == opens { inside = 1; next } inside && $0 == "```" { exit } inside { print }' "$1"
}

# in_scala <version>: the snippet on the input, for that Scala version.
in_scala() { sed -E "s/([Ss]cala(Version|\.version)?[^0-9]*)3\.[0-9]+\.[0-9]+/\1$1/"; }

# try_snippet <tool> <Scala version>: false if the program ran and printed something else, or did not run though all resolved.
try_snippet() {
  local folder=$snippets/$1-$2 start=$SECONDS log=$snippets/$1-$2.log title="$1, Scala $2"
  mkdir -p "$folder"
  if (cd "$folder" && "run_${1/-/_}" "$2") </dev/null >"$log" 2>&1 && printed_as_expected "$log"; then
    echo "$title: printed what README says, after $((SECONDS - start)) s"
  elif grep -qE 'not found: |Could not find artifact|Failure to find|Could not transfer artifact|Error downloading' "$log"; then
    echo "$title: not run, since an artifact did not resolve: $(unresolved "$log")"
  elif grep -q 'Failed to load compiler bridge' "$log"; then
    echo "$title: not run, since an artifact did not resolve: org.scala-lang:scala3-sbt-bridge:$2"
  elif grep -q 'Cannot find \*\*/scala-library-2.13' "$log"; then
    echo "$title: not run, since this Mill is older than Scala 3.8"
  else
    echo "$title: FAILED; see $log"
    return 1
  fi
}

# The expected lines, one after the other.
printed_as_expected() {
  local printed
  printed=$(sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/\r$//' "$1")
  [[ $'\n'$printed$'\n' == *$'\n'$(cat "$snippets/expected")$'\n'* ]]
}

unresolved() { grep -oE '[a-z][A-Za-z0-9.-]*:[A-Za-z0-9_.-]*:[A-Za-z0-9:.-]*[0-9][A-Za-z0-9.-]*' "$1" | head -1; }

# ---------------------------------------------------------------- the tools: find_X says whether it is there, run_X runs it

find_maven() { true; }

run_maven() {
  snippet "$root/docs/guide/installation.md" xml | in_scala "$1" >pom.xml
  mkdir -p src/main/scala
  cp "$snippets/Hello.scala" src/main/scala
  mvn -B -ntp -q -Dstyle.color=never "-Dmaven.repo.local=$snippets_repository" compile scala:run -DmainClass=hello
}

find_sbt() { command -v sbt || fetch org.scala-sbt:sbt-launch:$sbt_version; }

run_sbt() {
  snippet "$root/README.md" sbt | in_scala "$1" >build.sbt
  mkdir -p project
  echo "sbt.version=$sbt_version" >project/build.properties
  cp "$snippets/Hello.scala" .
  local settings=(
    "-Duser.home=$snippets_home" -Dsbt.color=false -Dsbt.supershell=false "-Dsbt.global.base=$snippets_home/.sbt"
    "-Dsbt.boot.directory=$snippets_home/.sbt/boot" "-Dsbt.ivy.home=$snippets_home/.ivy2"
  )
  if [ -e ~/.sbt/repositories ]; then settings+=("-Dsbt.repository.config=$HOME/.sbt/repositories"); fi
  export COURSIER_CACHE=$snippets_home/coursier
  if command -v sbt; then sbt "${settings[@]}" run; else "$JAVA_HOME/bin/java" "${settings[@]}" -jar "$(fetched sbt-launch)" run; fi
}

find_mill() { command -v mill || fetch com.lihaoyi:mill-dist:$mill_version; }

run_mill() {
  local name=build.sc # from Mill 0.12 on, the build is in build.mill
  if command -v mill && ! mill --version | grep -q ' 0\.\(9\|10\|11\)\.'; then name=build.mill; fi
  snippet "$root/README.md" mill | in_scala "$1" >$name
  mkdir -p hello/src
  cp "$snippets/Hello.scala" hello/src
  export COURSIER_CACHE=$snippets_home/coursier JAVA_OPTS="-Duser.home=$snippets_home"
  if command -v mill; then mill -i hello.run; else bash "$(fetched mill-dist)" -i hello.run; fi
}

find_scala_cli() { command -v scala-cli; }

run_scala_cli() {
  { snippet "$root/README.md" scala-cli | in_scala "$1"; cat "$snippets/Hello.scala"; } >Hello.scala
  export COURSIER_CACHE=$snippets_home/coursier
  scala-cli "-Duser.home=$snippets_home" run --server=false Hello.scala
}

# fetch <group:artifact:version>: a tool that is published as one jar, to a folder of its own. fetched <artifact>: that jar.
fetch() {
  mvn -B -ntp "-Dmaven.repo.local=$snippets/tools" dependency:get "-Dartifact=$1" -Dtransitive=false
}
fetched() { find "$snippets/tools" -name "$1-*.jar"; }
