import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  ENVIRONMENTS,
  readAdminConfig,
  readApiConfig,
  readCustodyConfig,
  readEdgeConfig,
  readEngineConfig,
  readFeedConfig,
  readGatewayConfig,
  readStartConfig,
  readWorkerConfig,
} from '../platform/process/config.ts';
import { planProcesses } from './start-app.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const text = readFileSync(resolve(ROOT, '.env.example'), 'utf8');
const example = parseEnv(text);

/** Replaces what an operator must replace: secrets, and the password that is refused. */
const filled = {
  ...parseEnv(text.replaceAll('changeme', 'xK3-horse-battery')),
  MASTER_KEYS: 'k1:8f3ac01db7e2459660f1d2c3b4a5968778695a4b3c2d1e0f00112233445566aa',
  ENGINE_BUS_KEY: '1f3ac01db7e2459660f1d2c3b4a5968778695a4b3c2d1e0f00112233445566ab',
  PUSH_BUS_KEY: '2f3ac01db7e2459660f1d2c3b4a5968778695a4b3c2d1e0f00112233445566ac',
  FEED_SEED: 'a seed nobody guesses',
};

const READERS = {
  api: readApiConfig,
  gateway: readGatewayConfig,
  admin: readAdminConfig,
  worker: readWorkerConfig,
  engine: readEngineConfig,
  feed: readFeedConfig,
  custody: readCustodyConfig,
  edge: readEdgeConfig,
} as const;
type Name = keyof typeof READERS;
const names = Object.keys(READERS) as Name[]; // Only own keys.

const plan = (environment: NodeJS.ProcessEnv) => planProcesses(readStartConfig(environment), environment);
const environmentOf = (name: Name, environment: NodeJS.ProcessEnv = filled) =>
  plan(environment).find((each) => each.name === name)?.environment ?? {};

describe('.env.example', () => {
  it('names exactly the variables of `npm start` and of its processes, except those that `npm start` sets', () => {
    const isSetByStart = (name: Name, variable: string) => {
      const { [variable]: _removed, ...others } = filled as Record<string, string>;
      const ports = variable === 'HTTP_PORT' ? { HTTP_PORT: '1' } : {};
      return environmentOf(name, { ...others, ...ports })[variable] !== undefined;
    };
    const needed = new Set([
      ...Object.keys(ENVIRONMENTS.start.shape),
      ...names.flatMap((name) =>
        Object.keys(ENVIRONMENTS[name].shape).filter((variable) => !isSetByStart(name, variable)),
      ),
    ]);
    const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual([...needed].sort());
  });

  it.each(names)('given its secrets filled in, then %s starts with it', (name) => {
    expect(READERS[name](environmentOf(name))).toMatchObject({ DEPLOYMENT: 'production' });
  });

  it.each(['MASTER_KEYS', 'FEED_SEED', 'DATABASE_URL', 'NATS_URL', 'ENGINE_BUS_KEY', 'PUSH_BUS_KEY'])(
    'given it is copied as it is, then %s is refused',
    (name) => {
      const asItIs = { ...example, DEPLOYMENT: 'production' };
      const error = new RegExp(`^configuration: .*${name} `, 's');
      const passwords: Record<string, NodeJS.ProcessEnv> = {
        DATABASE_URL: { ...filled, DATABASE_URL_APP: example.DATABASE_URL_APP },
        NATS_URL: { ...filled, NATS_URL_API: example.NATS_URL_API },
      };
      const change = passwords[name] ?? asItIs;
      expect(() => readApiConfig(environmentOf('api', change))).toThrow(error);
    },
  );

  it('sets every required variable in a line of its own', () => {
    for (const name of Object.keys(example)) expect(text).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(() => readStartConfig(example)).not.toThrow();
  });
});

const SECRETS = {
  api: ['ENGINE_BUS_KEY', 'MASTER_KEYS', 'PUSH_BUS_KEY'],
  gateway: ['PUSH_BUS_KEY'],
  admin: ['MASTER_KEYS'],
  worker: ['PUSH_BUS_KEY'],
  engine: ['ENGINE_BUS_KEY', 'PUSH_BUS_KEY'],
  feed: ['MASTER_KEYS'],
  custody: [],
  edge: [],
} as const;

describe('the processes of one machine', () => {
  it.each(names)('given every secret, then %s gets only its own, one database role and one user of the bus', (name) => {
    const environment = environmentOf(name, { ...filled, PATH: '/bin' });
    const keys = Object.keys(environment).filter((variable) => /_KEYS?$/.test(variable));
    expect(keys.sort()).toEqual(SECRETS[name]);
    expect(Object.keys(environment).filter((variable) => /_URL_/.test(variable))).toEqual([]);
    expect(environment.PATH).toBe('/bin');
    const isOnBus = ['api', 'gateway', 'worker', 'engine', 'feed'].includes(name);
    expect(environment.NATS_URL).toBe(isOnBus ? `nats://${name}:xK3-horse-battery@127.0.0.1:4222` : undefined);
  });

  it('given an identity provider, then the worker gets the master keys too: it opens the pictures that it sends', () => {
    const key = '3f3ac01db7e2459660f1d2c3b4a5968778695a4b3c2d1e0f00112233445566ad';
    const environment = {
      ...filled,
      KYC_PROVIDER_URL: 'https://checks.example.com',
      KYC_PROVIDER_KEYS: key,
      KYC_PROVIDER_PORT: '8100',
    };
    const worker = environmentOf('worker', environment);
    expect(worker.MASTER_KEYS).toBe(filled.MASTER_KEYS);
    expect(readWorkerConfig(worker)).toMatchObject({ KYC_PROVIDER_PORT: 8_100, KYC_PROVIDER_HOST: '127.0.0.1' });
    expect(environmentOf('api', environment).KYC_PROVIDER_KEYS).toBeUndefined();
    for (const [name, value] of [
      ['KYC_PROVIDER_KEYS', ''],
      ['KYC_PROVIDER_KEYS', '00'.repeat(32)],
      ['KYC_PROVIDER_URL', 'http://checks.example.com'],
      ['MASTER_KEYS', undefined],
      ['MEDIA_FOLDER', undefined],
      ['KYC_PROVIDER_PORT', undefined],
    ] as const)
      expect(() => readWorkerConfig({ ...worker, [name]: value })).toThrow(/^configuration: KYC_PROVIDER_/);
  });

  it('are those that package.json can also start one by one', () => {
    const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const programs = Object.entries(scripts).flatMap(([script, command]) =>
      script.startsWith('start:') ? [`${script.slice('start:'.length)} ${basename(command)}`] : [],
    );
    const planned = plan(filled).map(({ name, program }) => `${name} ${basename(program)}`);
    expect(programs.sort()).toEqual(planned.toSorted());
  });

  it('trust the edge alone, which trusts the configured proxies', () => {
    const environment = { ...filled, TRUSTED_PROXIES: '10.0.0.9' };
    expect(environmentOf('api', environment).TRUSTED_PROXIES).toBe('127.0.0.1');
    expect(environmentOf('gateway', environment).TRUSTED_PROXIES).toBe('127.0.0.1');
    expect(environmentOf('edge', environment).TRUSTED_PROXIES).toBe('10.0.0.9');
  });

  it('listen on loopback, except the edge, which listens on HTTP_HOST', () => {
    const environment = { ...filled, HTTP_HOST: '0.0.0.0' };
    expect(environmentOf('api', environment).HTTP_HOST).toBe('127.0.0.1');
    expect(environmentOf('edge', environment).HTTP_HOST).toBe('0.0.0.0');
  });
});
