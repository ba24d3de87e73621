#!/usr/bin/env bash
# Runs a workload on a standalone master with two workers, by spark-submit, each from Spark's own main classes. All of them
# listen on 127.0.0.1 only, and end with this script.
#
#   evidence/sparkjobs/standalone.sh [workload] [options]     as brine.sparkjobs.Main takes them; default: terasort
#
# The folder target/standalone/spark is a Spark installation, with the jars of Maven's repository. The job's jar has nothing of
# Brine: that comes by the three lines of docs/guide/spark.md. Needs JDK 17 or 21.
set -euo pipefail

cd "$(dirname "$0")/../.."
root=$PWD
folder=$root/target/standalone
export SPARK_HOME=$folder/spark SPARK_CONF_DIR=$folder/spark/conf SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1
master=spark://127.0.0.1:${PORT:-17077}
[ $# -gt 0 ] || set -- terasort
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

say() { echo "--- $*"; }

# Makes the installation, and sets brine and jobs to the two jars.
install_spark() {
  say "packaging Brine and the jobs"
  mkdir -p "$folder"
  mvn -q -B -ntp -pl engines/spark,evidence/sparkjobs -am package -Dmaven.test.skip=true dependency:build-classpath -Dmdep.outputFile=target/jars
  rm -rf "$SPARK_HOME"
  mkdir -p "$SPARK_HOME/jars" "$SPARK_CONF_DIR"
  tr ':' '\n' <evidence/sparkjobs/target/jars | grep '\.jar$' | xargs -I '{}' ln -s '{}' "$SPARK_HOME/jars/"
  { cat evidence/sparkjobs/src/main/resources/log4j2.properties && printf '%s\n' logger.deploy.{name=org.apache.spark.deploy,level=info}; } \
    >"$SPARK_CONF_DIR/log4j2.properties"
  brine=$(ls "$root"/engines/spark/target/brine-spark_3-*-all.jar)
  jobs=$(ls "$root"/evidence/sparkjobs/target/brine-sparkjobs_2.13-*.jar)
}

# spark <class> <arguments>: sets command to what bin/spark-class would start.
spark() {
  # The launcher prints a line for the shell and then the words, each with a NUL behind it.
  mapfile -d '' -t command < <("$java" -cp "$SPARK_HOME/jars/*" org.apache.spark.launcher.Main "$@" | tail -n +2)
  [ ${#command[@]} -gt 1 ] || { echo "the launcher of Spark printed no command for $1" >&2; exit 1; }
}

# start <log> <text> <class> <arguments>: starts a JVM that lives as long as this script, and waits until its log has the text.
started=()
start() {
  local log=$folder/$1.log tries=120
  spark "${@:3}"
  "${command[@]}" >"$log" 2>&1 &
  started+=($!)
  until grep -q "$2" "$log"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "no '$2' in $log" >&2; tail -20 "$log" >&2; exit 1; }
    sleep 0.5
  done
}

stop() { [ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null || true; }
trap stop EXIT

install_spark
say "starting $master and two workers"
start master "New state: ALIVE" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "${master##*:}" --webui-port 0
for worker in 1 2; do
  start worker$worker "Successfully registered" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 \
    --cores 1 --memory 1g --work-dir "$folder/work$worker" "$master"
done

# submit <serializer> <workload and options>: prints the job's line, with its time and the digest of its result.
submit() {
  local serializer=$1
  shift
  say "submitting $* with $serializer"
  spark org.apache.spark.deploy.SparkSubmit --master "$master" --class brine.sparkjobs.Main \
    --conf spark.plugins=brine.spark.BrinePlugin \
    --conf spark.executor.extraClassPath="$brine" --driver-class-path "$brine" \
    --conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 --conf spark.ui.enabled=false \
    "$jobs" "$@" --counted no --serializer "$serializer"
  "${command[@]}" 2>"$folder/driver.log" | tee "$folder/driver.out" | grep '^@{' || { tail -40 "$folder/driver.log" >&2; exit 1; }
}

digest() { sed -n 's/.*"exact":"\([^"]*\)".*/\1/p' "$folder/driver.out"; }

submit java "$@"
expected=$(digest)
submit brine.spark.BrineSerializer "$@"
[ "$(digest)" = "$expected" ] || { echo "the results differ: $expected, $(digest)" >&2; exit 1; }
say "the results are equal"
