package config

import (
	"fmt"
	"net"
	"net/url"
)

// Cluster is how the nodes of a club that share a store reach each other. The secret
// that they share is in no file: it comes from the environment.
type Cluster struct {
	Listen string   `toml:"listen" comment:"where the other nodes connect: host:port, not of a network that strangers are on; empty: this is the only node"`
	Peers  []string `toml:"peers" comment:"host:port of other nodes; one that is there is enough to find the rest"`
	Cert   string   `toml:"cert" comment:"certificate (PEM) of this node, for TLS between nodes, both as server and as client; empty: none"`
	Key    string   `toml:"key" comment:"private key (PEM) of the certificate"`
	CA     string   `toml:"ca" comment:"certificate (PEM) of who signed those of all nodes"`
	NATS   string   `toml:"nats" comment:"address of a NATS server elsewhere, instead of listen and peers, such as \"tls://nats.example:4222\""`
	Creds  string   `toml:"nats_creds" comment:"file with the credentials of a user there"`
}

// On reports whether there are other nodes.
func (c *Cluster) On() bool { return c.Listen != "" || c.NATS != "" }

// Local reports whether nobody but this machine can reach the bus of the nodes.
func (c *Cluster) Local() bool {
	host, _, err := net.SplitHostPort(c.Listen)
	return c.NATS == "" && err == nil && loopback(host)
}

// problems says what is wrong, each with its place.
func (c *Cluster) problems(add func(place, format string, args ...any)) {
	if _, _, err := net.SplitHostPort(c.Listen); c.Listen != "" && err != nil {
		add("cluster.listen", "%q is not host:port: write 10.0.0.1:7099, or leave it empty", c.Listen)
	}
	for i, peer := range c.Peers {
		if host, _, err := net.SplitHostPort(peer); err != nil || host == "" {
			add(fmt.Sprintf("cluster.peers[%d]", i), "%q is not host:port: write it as the other node's cluster.listen", peer)
		}
	}
	if len(c.Peers) > 0 && c.Listen == "" {
		add("cluster.peers", "other nodes are named and this one does not listen: give cluster.listen")
	}
	if (c.Cert == "") != (c.Key == "") || (c.Cert == "") != (c.CA == "") {
		add("cluster.cert, cluster.key, cluster.ca", "some of the three are given: give all, or none")
	}
	if u, err := url.Parse(c.NATS); c.NATS != "" && (err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Host == "") {
		add("cluster.nats", "%q is not the address of a NATS server: write it as tls://nats.example:4222", c.NATS)
	}
	if c.NATS != "" && c.Listen != "" {
		add("cluster.nats, cluster.listen", "both are given: the nodes talk over one or the other")
	}
	if c.Creds != "" && c.NATS == "" {
		add("cluster.nats_creds", "credentials are for a NATS server elsewhere: give cluster.nats")
	}
}
