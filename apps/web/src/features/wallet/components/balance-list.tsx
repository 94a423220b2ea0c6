import type { UserKind } from '@app/domain/ledger';
import { type RateOf, rateIn, valueAt } from '@app/domain/wallet';
import { ZERO } from '@app/money';
import { AmountText, amountInWords, CoinIcon, Empty, Row } from '@app/ui';
import { useState } from 'react';
import { useEstimate } from '../../../shared/estimate.ts';
import { useText } from '../../../shared/texts.ts';
import { accountsOf, type Balance, balancesIn, ownedIn, placesOf } from '../model/balances.ts';
import { HIDDEN, useHiddenAmounts } from '../model/hidden-amounts.ts';

type Props = { list: readonly Balance[]; rateOf: RateOf | undefined };

/** Accounts as chips, and under them what lies in the chosen one. */
export function BalanceList({ list, rateOf }: Props) {
  const text = useText();
  const [account, setAccount] = useState<UserKind | 'all'>('all');
  const shown = balancesIn(list, account);
  return (
    <>
      <div className="chips mt-5 px-gutter">
        {(['all', ...accountsOf(list)] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={name === account ? 'chip chip--on' : 'chip'}
            aria-pressed={name === account}
            onClick={() => setAccount(name)}
          >
            {text(`wallet.account.${name}`)}
          </button>
        ))}
      </div>
      <div className="mt-2 pb-6">
        {shown.map((balance) => (
          <BalanceRow key={`${balance.account} ${balance.currency}`} {...{ balance, rateOf }} />
        ))}
        {shown.length === 0 && (
          <Empty
            title={text('wallet.empty.title')}
            text={text(account === 'all' ? 'wallet.empty.text' : 'wallet.empty.account')}
          />
        )}
      </div>
    </>
  );
}

type RowProps = { balance: Balance; rateOf: RateOf | undefined };

function BalanceRow({ balance, rateOf }: RowProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { account, currency, frozen } = balance;
  const amount = isHidden ? HIDDEN : amountInWords(frozen);
  const sub = [text(`wallet.account.${account}`), frozen > 0n ? text('wallet.frozen', { amount }) : ''];
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      sub={sub.filter(Boolean).join(' · ')}
      value={isHidden ? HIDDEN : <AmountText value={ownedIn(balance)} places={placesOf(currency)} />}
      valueSub={isHidden ? '' : <RowWorth balance={balance} rateOf={rateOf} />}
    />
  );
}

/** What it is about worth; nothing is said while prices are yet to come, and a coin without one has none. */
function RowWorth({ balance, rateOf }: RowProps) {
  const rate = rateIn(rateOf ?? (() => undefined), balance.currency);
  const estimate = useEstimate(rate === undefined ? ZERO : valueAt(ownedIn(balance), rate));
  if (rate === undefined) return rateOf === undefined ? '' : '—';
  return estimate.text;
}
