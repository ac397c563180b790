package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"club99/internal/clubtest"
	"club99/internal/store/postgres/pgtest"
)

// manifest is a document of deploy/, as YAML has it.
type manifest map[string]any

// at is what lies in a document at a path, as in "spec.ports.0.name"; nil: nothing.
func (m manifest) at(path string) any {
	var now any = map[string]any(m)
	for step := range strings.SplitSeq(path, ".") {
		switch in := now.(type) {
		case map[string]any:
			now = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return nil
			}
			now = in[i]
		default:
			return nil
		}
	}
	return now
}

func (m manifest) text(path string) string {
	if found := m.at(path); found != nil {
		return fmt.Sprint(found)
	}
	return ""
}

// manifests reads the documents of a file. A key that is written twice is an error.
func manifests(t *testing.T, name string) []manifest {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	var list []manifest
	for dec := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var m map[string]any
		err := dec.Decode(&m)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, m)
	}
}

// kinds are the documents of the club in Kubernetes, by kind and name.
func kinds(t *testing.T) map[string]manifest {
	all := map[string]manifest{}
	for _, m := range manifests(t, "kubernetes/club99.yaml") {
		all[m.text("kind")+" "+m.text("metadata.name")] = m
	}
	return all
}

const container = "spec.template.spec.containers.0."

// podSettings are the variables of a node in Kubernetes; what is in the Secret is "".
func podSettings(t *testing.T, set manifest) map[string]string {
	settings := map[string]string{}
	list, _ := set.at(container + "env").([]any)
	for i := range list {
		at := fmt.Sprintf("%senv.%d.", container, i)
		name, value := set.text(at+"name"), set.text(at+"value")
		if (value == "") == (set.text(at+"valueFrom.secretKeyRef.key") == "") || settings[name] != "" {
			t.Errorf("%s has two values, or none", name)
		}
		settings[name] = value
	}
	return settings
}

func composeSettings(t *testing.T) (settings map[string]string, node manifest) {
	compose := manifests(t, "compose/compose.yml")[0]
	settings = map[string]string{"CLUB99_KEY": "", "CLUB99_CLUSTER_SECRET": ""}
	env, _ := compose.at("services.node1.environment").(map[string]any)
	for name, value := range env {
		settings[name] = fmt.Sprint(value)
	}
	node1, _ := compose.at("services.node1").(map[string]any)
	for _, other := range []string{"node2", "node3"} {
		if fmt.Sprint(compose.at("services."+other)) != fmt.Sprint(compose.at("services.node1")) {
			t.Errorf("%s is set up in another way than node1", other)
		}
	}
	return settings, node1
}

// image are the settings that the image brings, and the ports that it names.
func image(t *testing.T) (settings map[string]string, ports []string) {
	data, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	settings = map[string]string{}
	for _, found := range regexp.MustCompile(`(CLUB99_\w+)=(\S+)`).FindAllStringSubmatch(string(data), -1) {
		settings[found[1]] = found[2]
	}
	return settings, strings.Fields(regexp.MustCompile(`(?m)^EXPOSE (.+)$`).FindStringSubmatch(string(data))[1])
}

// What deploy/ says of nodes fits together, and is what the program has.
func TestManifests(t *testing.T) {
	base, ports := image(t)
	all := kinds(t)
	set := all["StatefulSet club99"]
	pod := podSettings(t, set)
	compose, node := composeSettings(t)
	var help, notes text
	run(t.Context(), []string{"serve", "--help"}, &help, &notes)
	for _, settings := range []map[string]string{pod, compose, base} {
		for name, value := range settings {
			if known := strings.Contains(string(help), "$"+name) || strings.Contains(string(help), name) || name == "PGPASSFILE"; !known {
				t.Errorf("the program does not know %s", name)
			}
			if secret := strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_SECRET"); secret != (value == "") {
				t.Errorf("%s is %q: secrets come from elsewhere", name, value)
			}
			if u, err := url.Parse(value); name == "CLUB99_POSTGRES" && (err != nil || u.User.String() != "club99") {
				t.Errorf("%s names another user, or has a password: %v", name, err)
			}
		}
	}
	for what, peers := range map[string]string{"club99-0.club99-peers:7099,club99-1.club99-peers:7099,club99-2.club99-peers:7099": pod["CLUB99_CLUSTER_PEERS"], "node1:7099,node2:7099,node3:7099": compose["CLUB99_CLUSTER_PEERS"]} {
		if peers != what {
			t.Errorf("peers are %s, want %s", peers, what)
		}
	}
	fitsTogether(t, all, base, pod)
	fitsLabels(t, all)
	for _, named := range []string{set.text(container + "ports.0.containerPort"), set.text(container + "ports.1.containerPort")} {
		if !slices.Contains(ports, named) {
			t.Errorf("the image does not name port %s", named)
		}
	}
	grace(t, pod["CLUB99_DRAIN_TIME"], set.text("spec.template.spec.terminationGracePeriodSeconds")+"s", set.text(container+"lifecycle.preStop.sleep.seconds")+"s")
	grace(t, compose["CLUB99_DRAIN_TIME"], node.text("stop_grace_period"), "0s")
	for name, settings := range map[string]map[string]string{"kubernetes": pod, "compose": compose} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runManifest(t, base, settings)
		})
	}
}

// fitsTogether checks what parts of the manifest say of each other, and of the image.
func fitsTogether(t *testing.T, all map[string]manifest, base, pod map[string]string) {
	t.Helper()
	for path, want := range map[string]string{
		"StatefulSet club99:spec.serviceName": "club99-peers", "StatefulSet club99:spec.replicas": "3",
		"StatefulSet club99:" + container + "readinessProbe.httpGet.path": "/readyz", "StatefulSet club99:" + container + "livenessProbe.httpGet.path": "/healthz",
		"StatefulSet club99:" + container + "readinessProbe.httpGet.port": "http", "StatefulSet club99:" + container + "livenessProbe.httpGet.port": "http",
		"StatefulSet club99:" + container + "ports.0.containerPort":           strings.TrimPrefix(base["CLUB99_ADDRESS"], ":"),
		"StatefulSet club99:" + container + "ports.1.containerPort":           strings.TrimPrefix(base["CLUB99_METRICS"], ":"),
		"StatefulSet club99:" + container + "ports.2.containerPort":           strings.TrimPrefix(pod["CLUB99_CLUSTER_LISTEN"], ":"),
		"StatefulSet club99:" + container + "volumeMounts.0.mountPath":        base["CLUB99_DATA"],
		"StatefulSet club99:" + container + "volumeMounts.1.mountPath":        filepath.Dir(pod["PGPASSFILE"]),
		"StatefulSet club99:spec.template.spec.volumes.1.secret.items.0.path": filepath.Base(pod["PGPASSFILE"]),
		"StatefulSet club99:spec.template.spec.securityContext.runAsUser":     "65532",
		"Service club99-peers:spec.clusterIP":                                 "None", "Service club99-peers:spec.publishNotReadyAddresses": "true",
		"Service club99:spec.sessionAffinity": "", "PodDisruptionBudget club99:spec.maxUnavailable": "1",
	} {
		kind, place, _ := strings.Cut(path, ":")
		if got := all[kind].text(place); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// fitsLabels checks that what is for the nodes finds them.
func fitsLabels(t *testing.T, all map[string]manifest) {
	t.Helper()
	labels := fmt.Sprint(all["StatefulSet club99"].at("spec.template.metadata.labels"))
	for _, path := range []string{"Service club99:spec.selector", "Service club99-peers:spec.selector", "PodDisruptionBudget club99:spec.selector.matchLabels", "NetworkPolicy club99:spec.podSelector.matchLabels"} {
		kind, place, _ := strings.Cut(path, ":")
		if got := fmt.Sprint(all[kind].at(place)); got != labels {
			t.Errorf("%s is %s, the nodes are %s", path, got, labels)
		}
	}
}

// grace checks that whoever stops a node waits for it.
func grace(t *testing.T, drain, given, before string) {
	t.Helper()
	var spans [3]time.Duration
	for i, text := range []string{drain, given, before} {
		var err error
		if spans[i], err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	if spans[1] < spans[0]+spans[2]+30*time.Second {
		t.Errorf("a node is given %s to end, after %s it drains for %s", given, before, drain)
	}
}

func ready(door string) bool {
	r, err := http.Get("http://" + door + "/readyz")
	if err != nil {
		return false
	}
	r.Body.Close()
	return r.StatusCode == http.StatusOK
}

// runManifest starts three nodes with the settings of a manifest, on this machine.
func runManifest(t *testing.T, base, settings map[string]string) {
	books, pass := pgtest.Database(t), filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(pass, []byte("*:*:*:*:unused\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for range 3 {
		hosts = append(hosts, clubtest.UnusedAddress(t))
	}
	started := map[string]*exec.Cmd{}
	defer func() {
		for _, cmd := range started {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}()
	var doors []string
	for i := range hosts {
		env := maps.Clone(base)
		maps.Copy(env, settings)
		door := clubtest.UnusedAddress(t)
		_, port, _ := net.SplitHostPort(hosts[i])
		for name, value := range map[string]string{
			"CLUB99_KEY": strings.Repeat("9", 64), "CLUB99_CLUSTER_SECRET": "whatever it is", "CLUB99_POSTGRES": books, "PGPASSFILE": pass, "CLUB99_DATA": t.TempDir(),
			"CLUB99_ADDRESS": door, "CLUB99_METRICS": "127.0.0.1:0", "CLUB99_CLUSTER_LISTEN": ":" + port, "CLUB99_CLUSTER_PEERS": strings.Join(hosts, ","),
		} {
			if _, named := env[name]; !named {
				t.Errorf("nobody sets %s", name)
			}
			env[name] = value
		}
		cmd := program(t, "serve")
		cmd.Env = os.Environ()
		for name, value := range env {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		var log lockedBuffer
		cmd.Stderr = &log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		started[door], doors = cmd, append(doors, door)
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("%s: %s", door, log.String())
			}
		})
	}
	for _, door := range doors {
		eventually(t, door+" is ready", func() bool { return ready(door) })
	}
	for _, door := range doors[:2] { // the last would have nobody to give its tables to
		if err := started[door].Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := started[door].Wait(); err != nil {
			t.Errorf("%s ended with %v", door, err)
		}
		delete(started, door)
		if last := doors[2]; !ready(last) {
			t.Errorf("%s is not ready when %s is gone", last, door)
		}
	}
}
