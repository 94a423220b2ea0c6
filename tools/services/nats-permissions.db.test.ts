import { execFileSync } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MODES } from '@app/domain/ledger';
import { spotShard } from '@app/domain/spot';
import { subjectOf } from '@app/server/engine/client';
import { openBus } from '@app/server/platform/bus/bus';
import { connectionOptions } from '@app/server/platform/bus/connection-options';
import { connect, errors, type NatsConnection, nkeys } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BUS_USERS, type BusUser, type PrivateNats, startPrivateNats } from './nats.ts';

let nats: PrivateNats;
const connections = new Map<BusUser, NatsConnection>();

beforeAll(async () => {
  nats = await startPrivateNats('nats-permissions');
  for (const user of BUS_USERS) connections.set(user, await connect(connectionOptions({ url: nats.urls[user] })));
});
afterAll(async () => {
  for (const connection of connections.values()) await connection.close();
  await nats.stop();
});

type Operation = 'publish' | 'subscribe';

/** Tries an operation as a user and returns whether the server allowed it. */
async function isAllowed(user: BusUser, operation: Operation, subject: string): Promise<boolean> {
  const connection = connections.get(user) as NatsConnection; // Opened above.
  const status = connection.status();
  const denied = (async () => {
    for await (const event of status) {
      if (event.type === 'error' && event.error instanceof errors.PermissionViolationError) return true;
      if (event.type === 'close') return false;
    }
    return false;
  })();
  if (operation === 'publish') connection.publish(subject);
  else connection.subscribe(subject, { callback: () => {} }).unsubscribe();
  await connection.flush(); // The server sends its refusal before it answers this.
  return !(await Promise.race([denied, nextTurn(false)]));
}

/** Subjects as the processes use them, with everybody who may publish to them and subscribe to them. */
const SUBJECTS: readonly (readonly [subject: string, publish: readonly BusUser[], subscribe: readonly BusUser[]])[] = [
  ...MODES.map((mode) => [subjectOf(spotShard(mode)), ['api'], ['engine']] as const),
  ['push.17.demo', ['api', 'engine', 'worker'], ['gateway']],
  ['book.real.3', ['engine'], ['gateway']],
  ['session.ended', ['api'], ['api', 'gateway']],
  ['notify.mail.queued', ['api'], []],
  ['prices.block', ['feed'], ['api', 'gateway', 'engine']],
  ['prices.head', ['feed'], []],
  ['_INBOX_api.instance.request', ['api', 'engine'], ['api']],
  ['_INBOX.anybody', [], []],
  ['$SYS.REQ.SERVER.PING', [], []],
];
/** Wildcards, each with the user whose own subjects it covers. */
const WILDCARDS: readonly (readonly [subject: string, owner?: BusUser])[] = [
  ['>'],
  ['*'],
  ['*.>'],
  ['push.>'],
  ['book.>'],
  ['_INBOX_api.>', 'api'],
  ['engine.>', 'engine'],
];

describe('the shipped configuration', () => {
  it.each(BUS_USERS)('given the user %s, then it may use exactly the subjects of its process', async (user) => {
    for (const [subject, publish, subscribe] of SUBJECTS) {
      expect(await isAllowed(user, 'publish', subject), `publish ${subject}`).toBe(publish.includes(user));
      expect(await isAllowed(user, 'subscribe', subject), `subscribe ${subject}`).toBe(subscribe.includes(user));
    }
  });

  it.each(BUS_USERS)('given the user %s, then it may not overhear others', async (user) => {
    for (const [subject, owner] of WILDCARDS)
      expect(await isAllowed(user, 'subscribe', subject), subject).toBe(owner === user);
  });

  it('given no credentials or wrong ones, then a stranger cannot connect', async () => {
    const { host } = new URL(nats.urls.api);
    for (const url of [
      `nats://${host}`,
      `nats://api:wrong@${host}`,
      `nats://nobody:p@${host}`,
      `nats://test:p@${host}`,
    ])
      await expect(connect({ ...connectionOptions({ url }), reconnect: false })).rejects.toThrow(
        errors.AuthorizationError,
      );
  });
});

describe('a process', () => {
  const openLogged = (url: string, name: string) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
    return { bus: openBus({ url, name, log, pushKeys: [createSecretKey(Buffer.alloc(32, 1))] }), lines };
  };

  it('given a wrong password, then it runs without its bus, says why once, and keeps trying', async () => {
    const { host } = new URL(nats.urls.api);
    const { bus, lines } = openLogged(`nats://api:wrong@${host}`, 'api');
    await expect.poll(() => bus.check().join()).toMatch(/^bus: away \(.*Authorization Violation.*\)$/i);
    const tries = nats.countRefusals();
    await expect.poll(nats.countRefusals).toBeGreaterThan(tries + 2);
    expect(bus.isUp()).toBe(false);
    expect(lines).toEqual(['bus.credentials_refused']);
    await bus.close();
  });

  it('given a subject it may not use, then its health and its log say so', async () => {
    const { bus, lines } = openLogged(nats.urls.gateway, 'gateway');
    await bus.opened();
    bus.listen('engine.spot-demo', () => {});
    bus.publishSigned('push.1.demo', {});
    await expect
      .poll(() => bus.check().toSorted())
      .toEqual(['bus: may not publish to push.1.demo', 'bus: may not subscribe to engine.spot-demo']);
    expect(lines.filter((line) => line === 'bus.permission_denied')).toHaveLength(2);
    await bus.close();
  });

  it('given a restarted server, then it connects again with its credentials', async () => {
    const { bus } = openLogged(nats.urls.gateway, 'gateway');
    await bus.opened();
    await nats.crash();
    await expect.poll(() => bus.isUp()).toBe(true);
    expect(bus.check()).toEqual([]);
    await bus.close();
  });
});

describe('a server with TLS and an nkey', () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'nats-tls-'));
  const files = { cert: join(folder, 'nats.crt'), key: join(folder, 'nats.key'), nkey: join(folder, 'api.nk') };
  const pair = nkeys.createUser();
  let server: PrivateNats;

  beforeAll(async () => {
    writeFileSync(files.nkey, Buffer.from(pair.getSeed()), { mode: 0o600 });
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const named = [
      '-subj',
      '/CN=nats',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      files.key,
      '-out',
      files.cert,
    ];
    execFileSync('openssl', [...made, ...named], { stdio: 'ignore' });
    server = await startPrivateNats('nats-tls', {
      changeConfig: (text) =>
        text
          .replace(/^# (tls \{)$/m, '$1')
          .replace(/^# {3}cert_file: .*$/m, `cert_file: "${files.cert}"`)
          .replace(/^# {3}key_file: .*$/m, `key_file: "${files.key}"`)
          .replace(/^# \}$/m, '}')
          .replace(/user: api\n\s+password: \S+/, `nkey: ${pair.getPublicKey()}`),
    });
  });
  afterAll(() => server.stop());

  const tlsUrl = ({ urls }: PrivateNats, user: BusUser) =>
    urls[user].replace('nats://', 'tls://').replace('127.0.0.1', 'localhost');
  const check = async (options: Parameters<typeof connectionOptions>[0]) => {
    const connection = await connect({ ...connectionOptions(options), reconnect: false });
    const { tls_required: isEncrypted } = connection.info ?? {};
    await connection.close();
    return isEncrypted;
  };

  it('given its certificate authority, then a password and an nkey are accepted', async () => {
    expect(await check({ url: tlsUrl(server, 'gateway'), caFile: files.cert })).toBe(true);
    const { port } = new URL(server.urls.api);
    expect(await check({ url: `tls://localhost:${port}`, caFile: files.cert, nkeyFile: files.nkey })).toBe(true);
  });

  it('given an unknown certificate authority, or a server without TLS, then a process does not connect', async () => {
    await expect(check({ url: tlsUrl(server, 'gateway') })).rejects.toThrow('self-signed');
    await expect(check({ url: tlsUrl(nats, 'gateway') })).rejects.toThrow("does not support 'tls'");
  });
});
