import type { RateOf } from '@app/domain/wallet';
import { Empty, SearchField } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { marketsQuery } from '../../../data/market/markets.ts';
import { useUnit } from '../valuation/use-unit.ts';
import { AccountHead } from './account-head.tsx';
import { balanceAction } from './balance-action.ts';
import { BalanceRow } from './balance-row.tsx';
import { accountsOf, balancesIn, narrow, type ShownAccount } from './balances.ts';
import { useSmallHidden } from './small-hidden.ts';

type Props = { list: readonly Balance[]; rateOf: RateOf | undefined };

/** List length from which the search is shown; fewer rows are seen at a glance. */
const SEARCHED_FROM = 9;

/** Shows accounts as chips, and the balances of the selected one below. */
export function BalanceList({ list, rateOf }: Props) {
  const [account, setAccount] = useState<ShownAccount>('all');
  const lying = balancesIn(list, account);
  return (
    <>
      <AccountChips list={list} account={account} onChoose={setAccount} />
      {lying.length > 0 && <AccountHead account={account} list={lying} rateOf={rateOf} />}
      <div className="mt-2 pb-6">
        {lying.length === 0 ? (
          <NothingHere account={account} />
        ) : (
          <Balances key={account} list={lying} rateOf={rateOf} />
        )}
      </div>
    </>
  );
}

/** Lists balances. Markets only supply the rows' links, so balances show without them. */
function Balances({ list, rateOf }: Props) {
  const text = useText();
  const [query, setQuery] = useState('');
  const { isOn: isSmallHidden } = useSmallHidden();
  const markets = useQuery(marketsQuery).data?.list ?? [];
  const { shown, leftOut } = narrow(list, { query, isSmallHidden, rateOf, unit: useUnit() });
  return (
    <>
      {list.length >= SEARCHED_FROM && (
        <div className="mb-2 px-gutter">
          <SearchField
            label={text('wallet.search')}
            clearLabel={text('system.clear')}
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      {shown.map((balance) => (
        <BalanceRow
          key={`${balance.account} ${balance.currency}`}
          {...{ balance, rateOf }}
          action={balanceAction(balance, markets)}
        />
      ))}
      {leftOut > 0 && (
        <p className="px-gutter py-3 text-label text-ink-3">{text('wallet.small.hidden', { count: leftOut })}</p>
      )}
      {shown.length + leftOut === 0 && <Empty title={text('wallet.search.none')} />}
    </>
  );
}

function NothingHere({ account }: { account: ShownAccount }) {
  const text = useText();
  return (
    <Empty
      title={text('wallet.empty.title')}
      text={text(account === 'all' ? 'wallet.empty.text' : 'wallet.empty.account')}
    />
  );
}

type ChipsProps = { list: readonly Balance[]; account: ShownAccount; onChoose: (account: ShownAccount) => void };

function AccountChips({ list, account, onChoose }: ChipsProps) {
  const text = useText();
  return (
    <div className="chips mt-5 px-gutter">
      {(['all', ...accountsOf(list)] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={name === account ? 'chip chip--on' : 'chip'}
          aria-pressed={name === account}
          onClick={() => onChoose(name)}
        >
          {text(`wallet.account.${name}`)}
        </button>
      ))}
    </div>
  );
}
