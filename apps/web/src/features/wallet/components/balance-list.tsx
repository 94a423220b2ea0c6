import type { UserKind } from '@app/domain/ledger';
import { AmountText, amountInWords, CoinIcon, Empty, Row } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../shared/texts.ts';
import { accountsOf, type Balance, balancesIn, placesOf } from '../model/balances.ts';
import { HIDDEN } from './total-hero.tsx';

type Props = { list: readonly Balance[]; isHidden: boolean };

/** Accounts as chips, and under them what lies in the chosen one. */
export function BalanceList({ list, isHidden }: Props) {
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
          <BalanceRow key={`${balance.account} ${balance.currency}`} {...{ balance, isHidden }} />
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

function BalanceRow({ balance, isHidden }: { balance: Balance; isHidden: boolean }) {
  const text = useText();
  const { account, currency, available, frozen } = balance;
  const amount = isHidden ? HIDDEN : amountInWords(frozen);
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      sub={text(`wallet.account.${account}`)}
      value={isHidden ? HIDDEN : <AmountText value={available} places={placesOf(currency)} />}
      valueSub={frozen > 0n ? text('wallet.frozen', { amount }) : text('wallet.available')}
    />
  );
}
