import { readFileSync } from 'node:fs';
import { type ConnectionOptions, nkeyAuthenticator } from '@nats-io/transport-node';

/** Where the bus is and who we are there. */
export type BusAddress = {
  /** `nats://user:password@host:port` or `tls://…`; several servers of one cluster are comma-separated. */
  readonly url: string;
  /** File with an nkey seed, which replaces user and password. */
  readonly nkeyFile?: string | undefined;
  /** File with the certificate authority of the servers; without it the system's are trusted. */
  readonly caFile?: string | undefined;
};

type BusConfig = {
  readonly NATS_URL: string;
  readonly NATS_NKEY_FILE?: string | undefined;
  readonly NATS_CA_FILE?: string | undefined;
};

/** Returns the address of the bus that a process's variables name. */
export const busAddressOf = (config: BusConfig): BusAddress => ({
  url: config.NATS_URL,
  nkeyFile: config.NATS_NKEY_FILE,
  caFile: config.NATS_CA_FILE,
});

/**
 * Translates an address into the client's options: the client itself ignores credentials in a URL, and would connect
 * without encryption to a `tls://` server that does not ask for it.
 */
export function connectionOptions({ url, nkeyFile, caFile }: BusAddress): ConnectionOptions {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const { username = '', password = '' } = servers.find((server) => server.username !== '') ?? {};
  const isEncrypted = servers.some(({ protocol }) => protocol === 'tls:') || caFile !== undefined;
  return {
    servers: servers.map(({ host }) => host),
    ...(isEncrypted && { tls: caFile === undefined ? {} : { caFile } }),
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(nkeyFile !== undefined && { authenticator: nkeyAuthenticator(readSeed(nkeyFile)) }),
  };
}

const readSeed = (file: string): Uint8Array => new TextEncoder().encode(readFileSync(file, 'utf8').trim());
