import { fundAccounts, setSettings } from '@app/testkit';
import { type LocalVenue, startLocalVenue } from '@app/testkit/venue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press } from './actions.ts';
import { makeMember } from './member.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { addressOf, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import {
  betsOf,
  makeBettor,
  openBets,
  SECONDS,
  SHORT_BETS,
  SLOW_ENTRY,
  secondsLeft,
  upButton,
} from './seconds-actions.ts';

/** A whole product starts, beside the one that other journeys share. */
const START_MS_MAX = 300_000;
const BTC = 'BTC/USDT';
/** Rises at every tick for longer than all journeys take, so that Up wins and Down loses however slow the machine is. */
const RISING: Parameters<LocalVenue['setPrice']>[1] = ['64000', { atMs: 3_600_000, price: '96000', isRamp: true }];
let venue: LocalVenue;
let stack: OwnStack;

beforeAll(async () => {
  venue = await startLocalVenue({ prices: { [BTC]: RISING } });
  stack = await startOwnStack({ FEED_SOURCES: 'local', LOCAL_VENUE_URL: venue.url }, SHORT_BETS);
  await stack.payCapital('capital', 'USDT', '100000');
}, START_MS_MAX);
afterAll(async () => {
  await stack.stop();
  await venue.stop();
});

const bettorOf = (name: string) => makeBettor(stack.edgeUrl, stack.mailsUrl, name);
const at = (path: string) => addressOf(stack.edgeUrl, path);
const openSeconds = (on: Phone, kept: Record<string, unknown>) => openKeeping(on, at(SECONDS), kept);

/** Runs a journey on phones of its own. */
async function withPhones(count: number, go: (...phones: Phone[]) => Promise<void>): Promise<void> {
  const phones = await Promise.all(Array.from({ length: count }, () => openPhone()));
  try {
    await go(...phones);
  } finally {
    await Promise.all(phones.map((phone) => phone.close()));
  }
}
const complaintsOf = (...phones: Phone[]) => phones.flatMap(({ seen }) => seen.complaints);

/** They mostly wait for results, so they wait together. */
describe.concurrent('a bet that ends', () => {
  it('given a new user, then the risk is explained and asked about, and the guide leads to a result in demo', () =>
    withPhones(1, async (phone) => {
      const member = await makeMember(stack.edgeUrl, stack.mailsUrl, 'first');
      const page = await openSeconds(phone, member.kept);
      const gate = page.getByRole('dialog', { name: 'Seconds' });
      const understood = gate.getByRole('button', { name: 'I understand the risk' });
      await gate.getByText('0 of 3').waitFor();
      expect(await understood.isEnabled()).toBe(false);
      await gate.getByText('Half of it').click();
      await gate.getByText(/Only equal prices and void bets return the stake/).waitFor();
      await gate.getByText('All of it', { exact: true }).click();
      await gate.getByText('54.1%', { exact: true }).click();
      await gate.getByText('Tidemark', { exact: true }).click();
      await gate.getByText('3 of 3').waitFor();
      await understood.click();
      await gate.waitFor({ state: 'detached' });
      await page.getByText(/Try your first 5 bets with practice money/).waitFor();
      await press(page, 'Practise in demo');

      await leave(page, () => page.getByRole('link', { name: 'Move USDT here' }).click());
      await page.getByLabel('Amount', { exact: true }).fill('1000');
      await press(page, 'Transfer');
      await page.getByText('Transferred').waitFor();
      await leave(page, () => page.goBack());
      await page.getByRole('button', { name: 'How it works' }).click();
      await page.getByRole('dialog').getByText('Guided first bet').click();
      await page.getByText('Step 1 of 5').waitFor();
      await page.getByText('5 s', { exact: true }).click();
      for (const step of [2, 3, 4]) {
        await press(page, 'Next');
        await page.getByText(`Step ${step} of 5`).waitFor();
      }
      await upButton(page).click();
      await page.getByText('Step 5 of 5').waitFor();
      const result = page.getByRole('dialog', { name: 'Profit' });
      await result.getByText('+8.50').waitFor();
      await result.getByText('Exit is above entry, so Up wins.').waitFor();
      expect(await result.getByRole('link', { name: 'Check it' }).getAttribute('href')).toMatch(
        /plus\/verify\?id=\d+$/,
      );
      await result.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('1,008.50 USDT').waitFor();
      expect(complaintsOf(phone)).toEqual([]);
    }));

  it('given two phones, one with its clock five minutes off, then both count down on the server’s time to one result', () =>
    withPhones(2, async (phone, other) => {
      const bettor = await bettorOf('two');
      await other.context.addInitScript('const now = Date.now; Date.now = () => now() + 300_000;');
      const [page, second] = await Promise.all([openSeconds(phone, bettor.kept), openSeconds(other, bettor.kept)]);
      await upButton(second).waitFor();
      await page.getByText('5 s', { exact: true }).click();
      await page.getByRole('button', { name: 'Down', exact: true }).click();
      await openBets(second).getByText('Down 10').waitFor();
      await Promise.all(
        [page, second].map((it) =>
          it
            .getByText(/^(?:level|ahead|behind)/)
            .first()
            .waitFor(),
        ),
      );
      const [here, there] = await Promise.all([secondsLeft(page), secondsLeft(second)]);
      expect(Math.abs(here - there)).toBeLessThanOrEqual(1);
      expect(there).toBeLessThanOrEqual(5);
      for (const it of [page, second]) {
        const result = it.getByRole('dialog', { name: 'Loss' });
        await result.getByText('−10.00').waitFor();
        expect(await result.getByRole('button', { name: /again/i }).count()).toBe(0);
      }
      expect(await bettor.list()).toMatchObject([{ result: 'loss', returned: '0' }]);
      expect(complaintsOf(phone, other)).toEqual([]);
    }));

  it('given real money, then it is reviewed, and result, balance, ledger and receipt agree', () =>
    withPhones(1, async (phone) => {
      const member = await makeMember(stack.edgeUrl, stack.mailsUrl, 'real');
      const { id } = member.kept.user as { id: string }; // As `makeMember` keeps it.
      await fundAccounts(stack.database, 'real', [
        { userId: BigInt(id), kind: 'seconds', currency: 'USDT', amount: '100' },
      ]);
      const own = betsOf(stack.edgeUrl, member);
      const page = await openSeconds(phone, { ...member.kept, seconds_risk_read: [id] });
      await page.getByText('5 s', { exact: true }).click();
      await upButton(page).click();
      const review = page.getByRole('dialog', { name: 'Review bet' });
      await review.getByText('You can lose').waitFor();
      await review.getByRole('button', { name: 'Up', exact: true }).click();
      const result = page.getByRole('dialog', { name: 'Profit' });
      await result.getByText('+8.50').waitFor();

      const [bet] = await own.list();
      expect(bet).toMatchObject({ number: '10', result: 'profit', returned: '18.5' });
      expect(await own.balance()).toEqual({ available: '108.5', frozen: '0' });
      const [settled, held] = await own.ledger();
      expect([settled, held]).toMatchObject([
        { kind: 'seconds.settle', available: '18.5', frozen: '-10' },
        { kind: 'seconds.hold', available: '-10', frozen: '10' },
      ]);
      await leave(page, () => result.getByRole('link', { name: 'Check it' }).click());
      await page.getByRole('heading', { name: 'The receipt is correct' }).waitFor();
      expect(complaintsOf(phone)).toEqual([]);
    }));
});

describe('a bet', () => {
  it('given ten fast taps, then one bet is placed', () =>
    withPhones(1, async (phone) => {
      const bettor = await bettorOf('taps');
      const page = await openSeconds(phone, bettor.kept);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/microtrade/submit')) keys.push(request.headers()['idempotency-key']);
      });
      await upButton(page).evaluate(async (button: { click(): void }) => {
        for (let tap = 0; tap < 10; tap++) {
          button.click();
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
      });
      await openBets(page).first().waitFor();
      expect(new Set(keys).size).toBe(1);
      expect(await bettor.list()).toHaveLength(1);
      expect(complaintsOf(phone)).toEqual([]);
    }));

  it('given prices that stop, then no bet is taken and the page says so, until they are back', () =>
    withPhones(1, async (phone) => {
      const bettor = await bettorOf('stale');
      const page = await openSeconds(phone, bettor.kept);
      await upButton(page).waitFor();
      venue.setFaults({ isDown: true });
      try {
        await page.getByText(/The price is not being updated, so no bets are taken/).waitFor();
        expect(await page.getByRole('button', { name: 'Waiting for prices' }).isEnabled()).toBe(false);
        await expect(bettor.place()).rejects.toThrow(/price/);
      } finally {
        venue.setFaults({});
      }
      await upButton(page).waitFor();
      expect(await bettor.list()).toEqual([]);
      expect(complaintsOf(phone)).toEqual([]);
    }));

  it('given one that waits for its entry, when it is cancelled in time, then the stake is available again', () =>
    withPhones(1, async (phone) => {
      const bettor = await bettorOf('cancels');
      await setSettings(stack.database, SLOW_ENTRY);
      await expect.poll(bettor.terms).toMatchObject({ entry_delay_ms: 10_000 });
      const { version } = await bettor.terms();
      const refusal = () => bettor.place({ number: '1', terms: String(version) }).then(String, String);
      await expect.poll(refusal).toMatch('This cannot be less than'); // The engine has them too.
      const page = await openSeconds(phone, bettor.kept);
      await upButton(page).click();
      await openBets(page).getByRole('button').click();
      await press(page, 'Cancel bet');
      await page
        .getByText(/Bet cancelled, stake returned|You cancelled in time/)
        .first()
        .waitFor();
      expect(await bettor.list()).toMatchObject([{ status: 3, returned: '10' }]);
      expect(await bettor.balance()).toEqual({ available: '1000', frozen: '0' });
      expect(complaintsOf(phone)).toEqual([]);
    }));
});
