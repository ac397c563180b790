package main

import (
	"fmt"

	"club99/internal/config"
)

// settings are the flags and variables that change the config.
type settings struct {
	Config        string       `placeholder:"FILE" env:"CLUB99_CONFIG" help:"Settings file (TOML); club99 config prints one."`
	Address       *string      `placeholder:"HOST:PORT" env:"CLUB99_ADDRESS" help:"Where browsers connect (127.0.0.1:8099)."`
	Data          *string      `placeholder:"FOLDER" env:"CLUB99_DATA" help:"Folder of the club's books (club99-data)."`
	Postgres      *string      `placeholder:"URL" env:"CLUB99_POSTGRES" help:"Keep the books in this PostgreSQL database, not in the data folder."`
	KeyFile       *string      `placeholder:"FILE" env:"CLUB99_KEY_FILE" help:"Key that seals the shoes' seeds (seal.key in the data folder). CLUB99_KEY gives the key itself."`
	TLSCert       *string      `name:"tls-cert" placeholder:"FILE" env:"CLUB99_TLS_CERT" help:"Certificate to serve HTTPS with."`
	TLSKey        *string      `name:"tls-key" placeholder:"FILE" env:"CLUB99_TLS_KEY" help:"Private key of the certificate."`
	Origins       []string     `placeholder:"URL" env:"CLUB99_ORIGINS" help:"Other sites whose pages may use this server."`
	Proxied       *bool        `env:"CLUB99_PROXIED" help:"A proxy stands before this server and sets X-Forwarded-For and -Proto."`
	Metrics       *string      `placeholder:"HOST:PORT" env:"CLUB99_METRICS" help:"Serve Prometheus metrics there, at /metrics (off)."`
	Profile       *string      `placeholder:"HOST:PORT" env:"CLUB99_PROFILE" help:"Serve Go profiles there, at /debug/pprof/, to this machine alone (off)."`
	ClusterListen *string      `placeholder:"HOST:PORT" env:"CLUB99_CLUSTER_LISTEN" help:"Where the other nodes of the club connect (none). The secret that they share is in CLUB99_CLUSTER_SECRET."`
	ClusterPeers  []string     `placeholder:"HOST:PORT" env:"CLUB99_CLUSTER_PEERS" help:"Other nodes of the club, with commas between them."`
	ClusterCert   *string      `placeholder:"FILE" env:"CLUB99_CLUSTER_CERT" help:"Certificate of this node, for TLS between nodes."`
	ClusterKey    *string      `placeholder:"FILE" env:"CLUB99_CLUSTER_KEY" help:"Private key of that certificate."`
	ClusterCA     *string      `name:"cluster-ca" placeholder:"FILE" env:"CLUB99_CLUSTER_CA" help:"Certificate of who signed those of all nodes."`
	NATS          *string      `name:"nats" placeholder:"URL" env:"CLUB99_NATS" help:"A NATS server for the nodes to talk over, instead of --cluster-listen."`
	NATSCreds     *string      `name:"nats-creds" placeholder:"FILE" env:"CLUB99_NATS_CREDS" help:"Credentials for it."`
	DrainTime     *config.Span `placeholder:"SPAN" env:"CLUB99_DRAIN_TIME" help:"How long to wait for rounds in play when told to stop (1m0s)."`
	LogFormat     *string      `placeholder:"text|json" env:"CLUB99_LOG_FORMAT" help:"Form of the log on stderr (text)."`
	LogLevel      *string      `placeholder:"LEVEL" env:"CLUB99_LOG_LEVEL" help:"debug, info, warn or error (info)."`
}

// read is the config in effect: flags before the environment before the file
// before what is built in. It is not validated.
func (s *settings) read() (config.Config, error) {
	c := config.Default()
	if s.Config != "" {
		if err := c.Read(s.Config); err != nil {
			return c, usageError{err}
		}
	}
	override(&c.Address, s.Address)
	override(&c.Data, s.Data)
	override(&c.Postgres, s.Postgres)
	override(&c.KeyFile, s.KeyFile)
	override(&c.TLSCert, s.TLSCert)
	override(&c.TLSKey, s.TLSKey)
	override(&c.Proxied, s.Proxied)
	override(&c.Metrics, s.Metrics)
	override(&c.Profile, s.Profile)
	override(&c.Cluster.Listen, s.ClusterListen)
	override(&c.Cluster.Cert, s.ClusterCert)
	override(&c.Cluster.Key, s.ClusterKey)
	override(&c.Cluster.CA, s.ClusterCA)
	override(&c.Cluster.NATS, s.NATS)
	override(&c.Cluster.Creds, s.NATSCreds)
	if s.ClusterPeers != nil {
		c.Cluster.Peers = s.ClusterPeers
	}
	override(&c.DrainTime, s.DrainTime)
	override(&c.LogFormat, s.LogFormat)
	override(&c.LogLevel, s.LogLevel)
	if s.Origins != nil {
		c.Origins = s.Origins
	}
	return c, nil
}

func validate(c *config.Config) error {
	if err := c.Validate(); err != nil {
		return usageError{fmt.Errorf("the settings cannot be used:\n%w", err)}
	}
	return nil
}

func override[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// conf is club99 config.
type conf struct {
	settings `embed:""`
}

// Help is shown below the flags.
func (conf) Help() string {
	return `Flags come before CLUB99_... variables, those before the file, that before what is built in.

Example:
  club99 config > club99.toml      # then edit it
  club99 serve --config club99.toml`
}

// Run prints the settings and says what is wrong with them.
func (c *conf) Run(out streams) error {
	all, err := c.read()
	if err != nil {
		return err
	}
	fmt.Fprint(out.data, all.String())
	return validate(&all)
}
