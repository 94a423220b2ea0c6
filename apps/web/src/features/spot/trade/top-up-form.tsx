import { CallRefused } from '@app/client/call';
import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  add,
  compare,
  formatDecimal,
  formatPlaces,
  multiply,
  ONE,
  type Rate,
  showAmount,
  ZERO,
} from '@app/money';
import { AmountField, Button, buttonClass, Facts, Note, showToast } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useTransferFunds } from '../../../data/account/transfer-funds.ts';
import { useText } from '../../../data/app/texts.ts';
import { readField } from './form-state.ts';

type Props = { currency: string; close: () => void };

/** Asks for the amount, and transfers it. */
export function TopUpForm({ currency, close }: Props) {
  const text = useText();
  const topUp = useTopUp(currency, close);
  if (topUp.inWallet === 0n) return <Nothing currency={currency} />;
  const { error, isChecking, isPending, after } = topUp;
  const isUnknown = error !== null && !(error instanceof CallRefused);
  const amount = (value: typeof after) => `${showAmount(value, shownPlaces(currency))} ${currency}`;
  return (
    <div className="grid gap-3">
      <AmountField
        label={text('spot.form.move.amount')}
        value={topUp.typed}
        places={topUp.places}
        onChange={topUp.type}
        aside={null}
        unit={<span className="text-body text-ink-2">{currency}</span>}
        presets={topUp.presets.map(({ share, fill }) => ({
          label: share === 100 ? text('spot.form.max') : `${share}%`,
          fill,
        }))}
        error={topUp.isTooMuch ? text('refusal.insufficient_balance') : refusedWith(error)}
      />
      <Facts
        facts={[
          [text('spot.form.move.from'), amount(topUp.inWallet)],
          [text('spot.form.move.to'), amount(after)],
        ]}
      />
      {(isChecking || isUnknown) && (
        <Note icon="warn" tone="warn">
          {text(isChecking ? 'spot.form.move.checking' : 'spot.form.move.unknown')}
        </Note>
      )}
      <Button tone="primary" wide busy={isPending} aria-disabled={!topUp.isReady} onClick={topUp.go}>
        {text(topUp.isEmpty ? 'spot.form.move.fill' : isUnknown ? 'spot.form.again' : 'spot.form.move.go')}
      </Button>
    </div>
  );
}

const refusedWith = (error: Error | null) => (error instanceof CallRefused ? error.message : undefined);

/** Leads to the transfer from the account that has most of the currency. */
function Nothing({ currency }: { currency: string }) {
  const text = useText();
  const list = useBalances().data?.list ?? [];
  const others = list.filter((it) => it.currency === currency && it.account !== 'exchange' && it.available > 0n);
  const [most] = others.sort((one, other) => compare(other.available, one.available));
  const fields = { to: 'exchange', currency, ...(most && { from: most.account }) };
  return (
    <div className="grid gap-4">
      <p className="text-body text-ink-2">{text('spot.form.move.none', { currency })}</p>
      <Link
        className={buttonClass({ tone: 'primary', wide: true })}
        to={`/pages/fund/transfer?${new URLSearchParams(fields)}`}
        replace
      >
        {text('spot.form.move.elsewhere')}
      </Link>
    </div>
  );
}

const SHARES = [25, 50, 75, 100] as const;

/** Transfers from the wallet to spot: the full balance unless the user types less, and at most once. */
function useTopUp(currency: string, onDone: () => void) {
  const list = useBalances().data?.list ?? [];
  const inWallet = availableIn(list, 'wallet', currency);
  const [kept, setTyped] = useState<string>();
  const typed = kept ?? partOf(inWallet, 100);
  const amount = readField<Amount>(typed) ?? ZERO;
  const { mutate, reset, ...sending } = useMove(currency, onDone);
  const isTooMuch = amount > inWallet;
  const type = (text: string) => {
    if (sending.isPending) return;
    reset();
    setTyped(text);
  };
  return {
    ...sending,
    inWallet,
    typed,
    type,
    isTooMuch,
    isEmpty: amount === 0n,
    isReady: amount > 0n && !isTooMuch,
    places: AMOUNT_PLACES_MAX,
    after: add(availableIn(list, 'exchange', currency), isTooMuch ? ZERO : amount),
    presets: SHARES.map((share) => ({ share, fill: () => type(partOf(inWallet, share)) })),
    go: () => {
      setTyped(typed); // Fix the amount: balances may change, but a retry sends what the user confirmed.
      if (amount > 0n && !isTooMuch) mutate(amount);
    },
  };
}

function useMove(currency: string, onDone: () => void) {
  const text = useText();
  const { mutate, ...sending } = useTransferFunds(({ amount }) => {
    showToast(text('spot.form.move.done', { amount: showAmount(amount, shownPlaces(currency)), currency }), 'ok');
    onDone();
  });
  return { ...sending, mutate: (amount: Amount) => mutate({ from: 'wallet', to: 'exchange', currency, amount }) };
}

/** Returns a percentage of the balance as field text, rounded down so it never exceeds it; all of it is exact. */
export function partOf(available: Amount, percent: number): string {
  if (percent === 100) return available === 0n ? '' : formatDecimal(available);
  const part = multiply(available, ((BigInt(percent) * ONE) / 100n) as Rate, 'down');
  return part === 0n ? '' : formatPlaces(part, AMOUNT_PLACES_MAX, 'down').replace(/\.?0+$/, '');
}
