import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SHARED_SHAPE } from '../stack/shared-stack.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import { describeLine, guarantee, judge, ms, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type Device, openDevice } from './clock/device.ts';
import { judgeLooks, type Look, readTruth } from './clock/truth.ts';
import { sendAs } from './frames/scene.ts';

const USERS = 5;
const BETS = 1_000;
const BETS_IF_SHORT = 200;
const LENGTH_SECONDS = 5;
const OFF_MS = 300_000;
/** A screen is drawn four times a second. */
const LOOK_EVERY_MS = 250;
const ENDED_MS_MAX = 60_000;
const AIMS = { errorMs: 100, lateMs: 1_000 };
const FUNDS = { from_field: 'wallet', to_field: 'seconds', currency: 'USDT', number: '5000' };

const machineNow = Date.now;

/** Measures whether bets are shown on the server's time, whatever the device's clock says. */
export const clockBench: Trial = {
  name: 'clock',
  claim: `On devices whose clock is five minutes fast or slow, ${BETS.toLocaleString('en-GB')} bets show the server’s entry, expiry, time left and end.`,
  touches: ['packages/client/src/', 'apps/server/src/modules/seconds/wire-bet.ts'],
  seconds: 45,
  isFigure: true,
  run: async ({ short, print }) => {
    const bets = short ? BETS_IF_SHORT : BETS;
    const stack = await startStack('bench-clock', { ...SHARED_SHAPE, apis: 1, gateways: 1, feeds: 1, admin: false });
    const root = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
    try {
      await root.connect();
      const tokens = await Promise.all(
        Array.from({ length: USERS }, (_, number) => openBettor(stack, `clock-${number}`)),
      );
      const looks: Look[] = [];
      for (const offMs of [OFF_MS, -OFF_MS]) {
        Date.now = () => machineNow() + offMs;
        looks.push(...(await betOn(stack.edgeUrl, tokens, bets / 2)));
        Date.now = machineNow;
      }
      const truths = await readTruth(root);
      const judged = judgeLooks(looks, truths);
      const lines = [
        guarantee(`all ${bets} bets ended`, truths.size === bets),
        guarantee(
          `every moment and end on ${judged.looks} screens is the server’s`,
          judged.looks > bets && judged.wrong === 0,
        ),
        guarantee('a device that trusts its own clock is found', judged.untrueMs > OFF_MS - AIMS.errorMs),
        timed('largest error of the time left', judged.errorMs, AIMS.errorMs),
        timed('longest time until an end is shown', judged.lateMs, AIMS.lateMs),
      ];
      for (const line of lines) print(describeLine(line));
      return judge(
        lines,
        `${bets} bets on clocks 5 min fast and slow: ${judged.wrong} wrong moments, time left right to ${ms(judged.errorMs)}, ` +
          `an end shown after at most ${ms(judged.lateMs)}; by the device’s own clock wrong by ${ms(judged.untrueMs)}`,
      );
    } finally {
      Date.now = machineNow;
      await root.end();
      await stack.stop();
    }
  },
};

async function openBettor(stack: Stack, name: string): Promise<string> {
  const { token } = await openDemoUser(stack, name);
  await sendAs(stack.edgeUrl, token)('/wallet/change', FUNDS);
  return token;
}

/** Places bets on a device of each user, and looks at the screens until all have ended. */
async function betOn(edgeUrl: string, tokens: readonly string[], bets: number): Promise<readonly Look[]> {
  const devices = tokens.map((token) => openDevice(edgeUrl, token));
  try {
    await until(() => devices.every((device) => device.isSynced()), 'the server’s time');
    const looks: Look[] = [];
    const timer = setInterval(() => looks.push(lookAt(devices)), LOOK_EVERY_MS);
    try {
      await Promise.all(devices.map((device) => placeAll(device, bets / devices.length)));
      await until(() => lookAt(devices).shown.every(({ isEnded }) => isEnded), 'the end of all bets');
      return looks;
    } finally {
      clearInterval(timer);
    }
  } finally {
    for (const device of devices) device.close();
  }
}

const lookAt = (devices: readonly Device[]): Look => ({
  atMs: machineNow(),
  shown: devices.flatMap((device) => device.show()),
  untrue: devices.flatMap((device) => device.show(Date.now())),
});

async function placeAll(device: Device, bets: number): Promise<void> {
  for (let placed = 0; placed < bets; placed++) await device.place(LENGTH_SECONDS);
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const endMs = performance.now() + ENDED_MS_MAX; !isSo(); await pause(LOOK_EVERY_MS))
    if (performance.now() > endMs) throw new Error(`no sign of ${what}`);
}
