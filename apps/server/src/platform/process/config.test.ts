import { describe, expect, it } from 'vitest';
import {
  readApiConfig,
  readEdgeConfig,
  readEngineConfig,
  readFeedConfig,
  readGatewayConfig,
  readWorkerConfig,
} from './config.ts';

const readers = { api: readApiConfig, feed: readFeedConfig, gateway: readGatewayConfig };

describe.each(Object.entries(readers))('%s', (_name, read) => {
  it.each([
    ['no seed', {}],
    ['a short one', { FEED_SEED: 'tidemark' }],
  ])('given %s, then it does not start: a guessed seed reveals future prices', (_, environment) => {
    expect(() => read(environment)).toThrow('FEED_SEED');
  });

  it('given a seed, then the error is not about the seed', () => {
    expect(() => read({ FEED_SEED: 'sixteen letters…' })).toThrow(/^(?!.*FEED_SEED)configuration/);
  });
});

const KEY = '8f3ac01db7e2459660f1d2c3b4a5968778695a4b3c2d1e0f00112233445566aa';
const SAFE = {
  DATABASE_URL: 'postgres://app:xK3-horse-battery@10.0.0.5/tidemark',
  NATS_URL: 'nats://api:xK3-horse-battery@10.0.0.6',
  ENGINE_BUS_KEY: KEY.replace('8', '1'),
  PUSH_BUS_KEY: KEY.replace('8', '2'),
  REDIS_URL: 'redis://10.0.0.7',
  MASTER_KEYS: `k1:${KEY}`,
  PUBLIC_URL: 'https://trade.example.com',
  MEDIA_FOLDER: '/srv/media',
  FEED_SEED: 'a seed nobody guesses',
  HTTP_PORT: '8080',
};

describe('a production deployment', () => {
  it('is the default, and starts with safe values', () => {
    expect(readApiConfig(SAFE).DEPLOYMENT).toBe('production');
  });

  it.each([
    ['MASTER_KEYS', { MASTER_KEYS: `k1:${'0'.repeat(64)}` }, 'not random'],
    ['MASTER_KEYS', { MASTER_KEYS: `k1:${KEY},old:${'ab'.repeat(32)}` }, 'not random'],
    ['ENGINE_BUS_KEY', { ENGINE_BUS_KEY: '0'.repeat(64) }, 'not random'],
    ['PUSH_BUS_KEY', { PUSH_BUS_KEY: `${KEY},${'ab'.repeat(32)}` }, 'not random'],
    [
      'PUSH_BUS_KEY',
      { ENGINE_BUS_KEY: KEY, PUSH_BUS_KEY: `${KEY.replace('8', '2')},${KEY}` },
      'a key of ENGINE_BUS_KEY',
    ],
    ['NATS_URL', { NATS_URL: 'nats://10.0.0.6' }, 'no password'],
    ['NATS_URL', { NATS_URL: 'tls://api:api@10.0.0.6' }, 'everybody knows'],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://trade.example.com' }, 'must be https'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app@10.0.0.5/tidemark' }, 'no password'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:app@10.0.0.5/tidemark' }, 'everybody knows'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:postgres@10.0.0.5/tidemark' }, 'everybody knows'],
  ])('refuses an unsafe %s', (name, change, reason) => {
    expect(() => readApiConfig({ ...SAFE, ...change })).toThrow(name);
    expect(() => readApiConfig({ ...SAFE, ...change })).toThrow(reason);
    expect(() => readApiConfig({ ...SAFE, ...change, DEPLOYMENT: 'demonstration' })).toThrow(reason);
    expect(readApiConfig({ ...SAFE, ...change, DEPLOYMENT: 'development' })).toMatchObject({ HTTP_PORT: 8080 });
  });

  it('accepts a local socket, which needs no password', () => {
    const DATABASE_URL = 'postgres://engine@localhost/tidemark?host=/run/postgresql';
    expect(readEngineConfig({ ...SAFE, DATABASE_URL })).toMatchObject({ DATABASE_URL });
  });

  it('accepts an nkey instead of a password, TLS, and several servers', () => {
    const NATS_URL = 'tls://10.0.0.6:4222,tls://10.0.0.7:4222';
    expect(readApiConfig({ ...SAFE, NATS_URL, NATS_NKEY_FILE: '/etc/api.nk' })).toMatchObject({ NATS_URL });
    expect(() => readApiConfig({ ...SAFE, NATS_URL: `${NATS_URL},http://10.0.0.8` })).toThrow('nats:// or tls://');
  });

  it('refuses simulated prices; a demonstration allows them', () => {
    expect(() => readFeedConfig(SAFE)).toThrow('FEED_SOURCES');
    expect(readFeedConfig({ ...SAFE, FEED_SOURCES: 'venues' }).FEED_SOURCES).toBe('venues');
    expect(readFeedConfig({ ...SAFE, DEPLOYMENT: 'demonstration' }).FEED_SOURCES).toBe('simulator');
  });

  it('refuses a local venue, as a demonstration does; development needs its address, on loopback', () => {
    const local = { ...SAFE, FEED_SOURCES: 'local', LOCAL_VENUE_URL: 'http://127.0.0.1:13092' };
    expect(() => readFeedConfig(local)).toThrow('scripted prices');
    expect(() => readFeedConfig({ ...local, DEPLOYMENT: 'demonstration' })).toThrow('scripted prices');
    const development = { ...local, DEPLOYMENT: 'development' };
    expect(readFeedConfig(development).LOCAL_VENUE_URL).toBe(local.LOCAL_VENUE_URL);
    for (const LOCAL_VENUE_URL of ['http://10.0.0.8:13092', 'https://api.binance.com', undefined])
      expect(() => readFeedConfig({ ...development, LOCAL_VENUE_URL })).toThrow('LOCAL_VENUE_URL');
    expect(() => readFeedConfig({ ...development, FEED_SOURCES: 'venues' })).toThrow('belongs to FEED_SOURCES=local');
  });
});

it('a head is published more often than once a minute in development only', () => {
  const often = { ...SAFE, FEED_SOURCES: 'venues', FEED_HEAD_EVERY_MS: '5000' };
  for (const DEPLOYMENT of ['production', 'demonstration'])
    expect(() => readFeedConfig({ ...often, DEPLOYMENT })).toThrow('FEED_HEAD_EVERY_MS');
  expect(readFeedConfig({ ...often, DEPLOYMENT: 'development' }).FEED_HEAD_EVERY_MS).toBe(5_000);
});

describe('a configuration error', () => {
  it('names the variable and its purpose, and never a value', () => {
    const broken = { ...SAFE, MASTER_KEYS: 'k1:my-secret', HTTP_PORT: 'eighty' };
    expect(() => readApiConfig(broken)).toThrow(/MASTER_KEYS \(Seals .+HTTP_PORT|HTTP_PORT .+MASTER_KEYS \(Seals/s);
    expect(() => readApiConfig(broken)).not.toThrow('my-secret');
  });

  it.each([['10.0.0.0/33'], ['localhost'], ['10.0.0.1,nonsense']])(
    'refuses %s as a trusted proxy',
    (TRUSTED_PROXIES) => {
      expect(() => readApiConfig({ ...SAFE, TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES');
    },
  );

  it('every variable describes its purpose', () => {
    for (const read of [
      readApiConfig,
      readEdgeConfig,
      readEngineConfig,
      readFeedConfig,
      readGatewayConfig,
      readWorkerConfig,
    ])
      expect(() => read({ HTTP_PORT: 'x', DATABASE_URL: 'x', LOG_LEVEL: 'x' })).not.toThrow(
        'no variable of this process',
      );
  });
});
