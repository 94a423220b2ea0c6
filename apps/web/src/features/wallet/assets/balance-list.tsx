import { type RateOf, shownPlaces } from '@app/domain/wallet';
import { showAmount, ZERO } from '@app/money';
import { AmountText, CoinIcon, Empty, Row, SearchField, Switch } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { marketsQuery } from '../../../data/market/markets.ts';
import { storage } from '../../../lib/storage.ts';
import { showInParts } from '../equity/equity-line-model.ts';
import { HIDDEN, useHiddenAmounts } from '../valuation/hidden-amounts.tsx';
import { useUnit } from '../valuation/unit.ts';
import {
  accountsOf,
  type BalanceAction,
  balanceAction,
  balancesIn,
  narrow,
  type ShownAccount,
  worthOfBalance,
  worthOfBalances,
} from './balances.ts';

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
          balance={balance}
          rateOf={rateOf}
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

type AccountHeadProps = { account: ShownAccount; list: readonly Balance[]; rateOf: RateOf | undefined };

/** Shows the account, its value, and the switch that hides small balances. */
function AccountHead({ account, list, rateOf }: AccountHeadProps) {
  const text = useText();
  const { isOn } = useSmallHidden();
  return (
    <div className="mt-4 flex min-h-11 items-center justify-between gap-3 px-gutter">
      {account === 'all' ? (
        <p className="text-label text-ink-3">{text('wallet.balances', { count: list.length })}</p>
      ) : (
        <div className="min-w-0">
          <p className="text-label text-ink-3">{text(`wallet.account.${account}`)}</p>
          <AccountWorth list={list} rateOf={rateOf} />
        </div>
      )}
      <div className="flex flex-none items-center gap-2 text-label text-ink-3">
        <span aria-hidden="true">{text('wallet.small')}</span>
        <Switch label={text('wallet.small')} checked={isOn} onChange={hideSmall} />
      </div>
    </div>
  );
}

/** Shows the value in the user's currency; without a rate, in the accounting coin with its name. */
function AccountWorth({ list, rateOf }: Omit<AccountHeadProps, 'account'>) {
  const { isHidden } = useHiddenAmounts();
  const unit = useUnit();
  const amount = showInParts(worthOfBalances(list, rateOf), unit).join('');
  const shown = unit.sign === '' ? `${amount} ${unit.name}` : amount;
  return <p className="text-h2 wrap-anywhere">{isHidden ? HIDDEN : shown}</p>;
}

const KEPT_AS = 'small_hidden';

/** Whether balances of negligible value are hidden from the list. */
const useSmallHidden = create(() => ({ isOn: storage.read(KEPT_AS) === true }));

function hideSmall(isOn: boolean): void {
  storage.write(KEPT_AS, isOn);
  useSmallHidden.setState({ isOn });
}

type BalanceRowProps = { balance: Balance; rateOf: RateOf | undefined; action: BalanceAction | undefined };

/** Renders one coin in an account, and the link it leads to. */
function BalanceRow({ balance, rateOf, action }: BalanceRowProps) {
  const text = useText();
  const row = <Face balance={balance} rateOf={rateOf} />;
  if (action === undefined) return row;
  return (
    <Link className="block" to={action.to}>
      {row}
      <span className="sr-only">{text(`wallet.way.${action.kind}`, { currency: balance.currency })}</span>
    </Link>
  );
}

function Face({ balance, rateOf }: Omit<BalanceRowProps, 'action'>) {
  const { isHidden } = useHiddenAmounts();
  const { currency } = balance;
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      sub={<Lying balance={balance} />}
      value={isHidden ? HIDDEN : <AmountText value={ownedIn(balance)} places={shownPlaces(currency)} />}
      valueSub={isHidden ? '' : <RowWorth balance={balance} rateOf={rateOf} />}
    />
  );
}

/** Shows the account, and the frozen amount with its reason. */
function Lying({ balance: { account, currency, frozen } }: { balance: Balance }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const amount = isHidden ? HIDDEN : showAmount(frozen, shownPlaces(currency));
  const aside = text(account === 'exchange' ? 'wallet.in_orders' : 'wallet.frozen', { amount });
  return [text(`wallet.account.${account}`), ...(frozen > ZERO ? [aside] : [])].join(' · ');
}

/** Shows the estimated value; empty until prices load, and a dash for a coin without a price. */
function RowWorth({ balance, rateOf }: Omit<BalanceRowProps, 'action'>) {
  const worth = worthOfBalance(balance, rateOf);
  const estimate = useEstimate(worth ?? ZERO);
  if (worth === undefined) return rateOf === undefined ? '' : '—';
  return estimate.text;
}
