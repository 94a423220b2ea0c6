import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { productSwitch } from '@app/domain/reference';
import { secondsSettings } from '@app/domain/seconds';
import { ladderClassOf, spotSettings } from '@app/domain/spot';
import { parseDecimal, type Rate } from '@app/money';
import { type StackShape, type StackUrls, startStack } from './stack.ts';

/** Variable with the file that describes a running stack, which journeys, page checks and API checks then use. */
const VARIABLE = 'TIDEMARK_STACK';

/** Stack to call. `stop` ends it if this process started it, and does nothing if it is shared. */
export type OpenStack = StackUrls & { stop(): Promise<void> };

const { terms } = secondsSettings;
const product = productSwitch('seconds');

/** Bets of five seconds, the shortest there may be: a journey does not wait half a minute for a result. */
const SHORT_BETS = {
  [terms.key]: terms.codec.encode({
    ...terms.initial,
    payouts: [...terms.initial.payouts.slice(0, 1).map((it) => ({ ...it, seconds: 5 })), ...terms.initial.payouts],
  }),
  [product.key]: product.codec.encode({ open: true, except: [] }),
};

/** TRX/USDT, in which the journeys place orders that have to rest. */
const QUIET_MARKET = 8;
const { ladderClasses } = spotSettings;

/**
 * The house stays two percent away from one market's price: its price would otherwise reach an order at the market
 * within a minute, and a journey on a slow machine would find it filled.
 */
const QUIET_LADDER = {
  [ladderClasses.key]: ladderClasses.codec.encode({
    classes: [
      {
        ...ladderClassOf(ladderClasses.initial, QUIET_MARKET),
        name: 'quiet',
        markets: [QUIET_MARKET],
        spreadRate: parseDecimal<Rate>('0.02'),
      },
      ...ladderClasses.initial.classes,
    ],
  }),
};

/** Environment of stacks for journeys: what they check is under a published head after seconds, not a minute. */
export const OFTEN_HEADS = { FEED_HEAD_EVERY_MS: '5000' };

/**
 * Shape that suffices for every tier that shares one stack: two of the processes that users reach. Nothing kills its
 * feed, so it has no standby.
 */
export const SHARED_SHAPE: StackShape = {
  apis: 2,
  gateways: 2,
  feeds: 1,
  engines: 1,
  admin: true,
  chain: true,
  environment: OFTEN_HEADS,
  settings: { ...SHORT_BETS, ...QUIET_LADDER },
};

export async function openStack(purpose: string, shape: StackShape): Promise<OpenStack> {
  const shared = readStackFile(process.env[VARIABLE]);
  if (shared === undefined) return await startStack(purpose, shape);
  return { ...shared, stop: () => Promise.resolve() };
}

/** Reads the shared stack's file. An invalid name is an error: silently starting another stack would hide it. */
function readStackFile(file: string | undefined): StackUrls | undefined {
  if (file === undefined || file === '') return undefined;
  if (!existsSync(file)) throw new Error(`${VARIABLE} names ${file}, which does not exist`);
  return JSON.parse(readFileSync(file, 'utf8')) as StackUrls; // Written below.
}

/** Writes a description of a running stack for other processes; returns the environment variable that refers to it. */
export function shareStack(stack: StackUrls, file: string): Record<string, string> {
  const { edgeUrl, adminUrl, apiUrls, mailsUrl, smsUrl, redisUrl, postgresUrl, ownerUrl, chain, folder } = stack;
  const urls: StackUrls = {
    edgeUrl,
    adminUrl,
    apiUrls,
    mailsUrl,
    smsUrl,
    redisUrl,
    postgresUrl,
    ownerUrl,
    chain,
    folder,
  };
  writeFileSync(`${file}.part`, JSON.stringify(urls, null, 2));
  renameSync(`${file}.part`, file);
  return { [VARIABLE]: file };
}
