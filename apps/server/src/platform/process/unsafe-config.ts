/** Value a production process must not start with, and why. */
export type Unsafe = { readonly name: string; readonly reason: string };

type Values = Readonly<Record<string, unknown>>;

/** Minimum of different bytes: a random key of 32 bytes has about 30; a hand-written one has few. */
const DIFFERENT_BYTES_MIN = 12;
const KNOWN_PASSWORDS: ReadonlySet<string> = new Set([
  'postgres',
  'password',
  'secret',
  'changeme',
  'tidemark',
  'admin',
]);

/** Returns every unsafe value of a production or demonstration deployment; development allows anything. */
export function findUnsafeValues(config: Values): readonly Unsafe[] {
  if (config.DEPLOYMENT === 'development') return [];
  return [
    ...checkMasterKeys(config.MASTER_KEYS),
    ...checkPublicUrl(config.PUBLIC_URL),
    ...checkDatabase('DATABASE_URL', config.DATABASE_URL),
    ...checkDatabase('POSTGRES_URL', config.POSTGRES_URL),
    ...(config.DEPLOYMENT === 'production' ? checkSources(config.FEED_SOURCES) : []),
  ];
}

function checkMasterKeys(keys: unknown): readonly Unsafe[] {
  const isWeak = Array.isArray(keys) && keys.some(({ key }) => new Set(key as Buffer).size < DIFFERENT_BYTES_MIN);
  return isWeak
    ? [{ name: 'MASTER_KEYS', reason: 'holds a key that is not random; make one with openssl rand -hex 32' }]
    : [];
}

function checkPublicUrl(url: unknown): readonly Unsafe[] {
  const isPlain = typeof url === 'string' && !url.startsWith('https:');
  return isPlain
    ? [{ name: 'PUBLIC_URL', reason: 'must be https: sessions and passkeys would cross the network in the open' }]
    : [];
}

/** Checks a database URL. A local socket proves the operating system's user and needs no password. */
function checkDatabase(name: string, text: unknown): readonly Unsafe[] {
  if (typeof text !== 'string') return [];
  const { username, password, searchParams } = new URL(text);
  if (searchParams.get('host')?.startsWith('/')) return [];
  const secret = decodeURIComponent(password);
  if (secret !== '' && secret !== decodeURIComponent(username) && !KNOWN_PASSWORDS.has(secret)) return [];
  return [{ name, reason: 'has no password, or one that everybody knows' }];
}

function checkSources(sources: unknown): readonly Unsafe[] {
  const reason = 'is the simulator: real money is never traded at made-up prices; DEPLOYMENT=demonstration allows it';
  return sources === 'simulator' ? [{ name: 'FEED_SOURCES', reason }] : [];
}
