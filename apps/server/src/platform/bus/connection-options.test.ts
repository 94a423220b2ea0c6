import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { connectionOptions } from './connection-options.ts';

describe('the address of the bus', () => {
  it('given user and password in the URL, then they are credentials and not part of the server', () => {
    expect(connectionOptions({ url: 'nats://api:p%40ss@10.0.0.1:4222' })).toEqual({
      servers: ['10.0.0.1:4222'],
      user: 'api',
      pass: 'p@ss',
    });
  });

  it('given tls or a certificate authority, then the connection is never plain', () => {
    expect(connectionOptions({ url: 'tls://nats.example:4222' })).toEqual({ servers: ['nats.example:4222'], tls: {} });
    const caFile = '/etc/ca.crt';
    expect(connectionOptions({ url: 'nats://nats.example:4222', caFile })).toMatchObject({ tls: { caFile } });
  });

  it('given several servers, then all are known and the credentials are those of the first that has any', () => {
    expect(connectionOptions({ url: 'nats://one:4222, nats://api:secret@two:4222' })).toEqual({
      servers: ['one:4222', 'two:4222'],
      user: 'api',
      pass: 'secret',
    });
  });

  it('given an nkey file, then the server can verify our signature of its nonce', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nkey-'));
    const nkeyFile = join(folder, 'api.nk');
    const pair = nkeys.createUser();
    writeFileSync(nkeyFile, `${new TextDecoder().decode(pair.getSeed())}\n`);
    const { authenticator } = connectionOptions({ url: 'nats://10.0.0.1:4222', nkeyFile });
    rmSync(folder, { recursive: true });
    const { nkey, sig } = (authenticator as (nonce: string) => { nkey: string; sig: string })('nonce');
    expect(nkey).toBe(pair.getPublicKey());
    expect(pair.verify(new TextEncoder().encode('nonce'), Buffer.from(sig, 'base64url'))).toBe(true);
  });
});
