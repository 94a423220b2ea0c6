import { type RateOf, shownPlaces, type Unrealised } from '@app/domain/wallet';
import { type Amount, directionOf, showAmount, showPercent, showPrice, ZERO } from '@app/money';
import { AmountText, CoinIcon, Empty, Icon, Note, SearchField, Switch } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { type Balances, ownedIn } from '../../../data/account/balances.ts';
import { type Costs, unrealisedIn, useCosts } from '../../../data/account/costs.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';
import { showChange, showInParts } from '../equity/equity-line-model.ts';
import { OWN_ACCOUNTS } from '../transfer/transfer-form.ts';
import { useCoinPlaces } from '../valuation/price-places.ts';
import { useUnit } from '../valuation/unit.ts';
import { bonusOf, type CoinHolding, coinPath, coinsIn, narrow, type ShownAccount, worthOfCoins } from './coins.ts';

type Props = { balances: Balances; rateOf: RateOf | undefined };

/** Shows accounts as chips, and the coins of the selected one below; the overview sums each coin over all accounts. */
export function CoinList({ balances, rateOf }: Props) {
  const [account, setAccount] = useState<ShownAccount>('all');
  const coins = coinsIn(balances.list, account, rateOf);
  const costs = useCosts(balances.seq);
  return (
    <>
      <AccountChips account={account} onChoose={setAccount} />
      {coins.length > 0 && <AccountHead account={account} coins={coins} />}
      <div className="mt-2 pb-6">
        {coins.length === 0 ? (
          <NothingHere account={account} />
        ) : (
          <Coins key={account} account={account} coins={coins} costs={costs} rateOf={rateOf} />
        )}
        <BonusNote balances={balances} />
      </div>
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

type ChipsProps = { account: ShownAccount; onChoose: (account: ShownAccount) => void };

export function AccountChips({ account, onChoose }: ChipsProps) {
  const text = useText();
  return (
    <div className="chips mt-5 px-gutter">
      {(['all', ...OWN_ACCOUNTS] as const).map((name) => (
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

/** Shows the account, its value, and the switch that hides small balances. */
function AccountHead({ account, coins }: { account: ShownAccount; coins: readonly CoinHolding[] }) {
  const text = useText();
  const { isOn } = useSmallHidden();
  const worth = useWorthText(worthOfCoins(coins));
  return (
    <div className="mt-4 flex min-h-11 items-center justify-between gap-3 px-gutter">
      {account === 'all' ? (
        <p className="text-label text-ink-3">{text('wallet.coins', { count: coins.length })}</p>
      ) : (
        <div className="min-w-0">
          <p className="text-label text-ink-3">{text(`wallet.account.${account}`)}</p>
          <p className="text-h2 wrap-anywhere">{worth}</p>
        </div>
      )}
      <div className="flex flex-none items-center gap-2 text-label text-ink-3">
        <span aria-hidden="true">{text('wallet.small')}</span>
        <Switch label={text('wallet.small')} checked={isOn} onChange={hideSmall} />
      </div>
    </div>
  );
}

/** Formats a value in the user's currency; without a rate, in the accounting coin with its name. */
export function useWorthText(worth: Amount): string {
  const { isHidden } = useHiddenAmounts();
  const unit = useUnit();
  if (isHidden) return HIDDEN;
  const amount = showInParts(worth, unit).join('');
  return unit.sign === '' ? `${amount} ${unit.name}` : amount;
}

const KEPT_AS = 'small_hidden';

/** Whether balances of negligible value are hidden from the list. */
export const useSmallHidden = create(() => ({ isOn: storage.read(KEPT_AS) === true }));

export function hideSmall(isOn: boolean): void {
  storage.write(KEPT_AS, isOn);
  useSmallHidden.setState({ isOn });
}

/** List length from which the search is shown; fewer rows are seen at a glance. */
const SEARCHED_FROM = 9;

type CoinsProps = {
  account: ShownAccount;
  coins: readonly CoinHolding[];
  costs: Costs | undefined;
  rateOf: RateOf | undefined;
};

function Coins({ account, coins, costs, rateOf }: CoinsProps) {
  const text = useText();
  const [query, setQuery] = useState('');
  const { isOn: isSmallHidden } = useSmallHidden();
  const { shown, leftOut } = narrow(coins, { query, isSmallHidden, unit: useUnit() });
  const isOverview = account === 'all';
  const isIndented = isOverview && coins.some(({ accounts }) => accounts.length > 1);
  const unrealisedOf = (currency: string) =>
    isOverview && rateOf !== undefined ? unrealisedIn(costs, currency, rateOf) : undefined;
  return (
    <>
      {coins.length >= SEARCHED_FROM && (
        <div className="mb-2 px-gutter">
          <SearchField
            label={text('wallet.search')}
            clearLabel={text('system.clear')}
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      <ul>
        {shown.map((coin) => (
          <li key={coin.currency}>
            <CoinRow
              coin={coin}
              unrealised={unrealisedOf(coin.currency)}
              isOverview={isOverview}
              isIndented={isIndented}
              hasRates={rateOf !== undefined}
            />
          </li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p className="px-gutter py-3 text-label text-ink-3">{text('wallet.small.hidden', { count: leftOut })}</p>
      )}
      {shown.length + leftOut === 0 && <Empty title={text('wallet.search.none')} />}
    </>
  );
}

type RowProps = {
  coin: CoinHolding;
  unrealised: Unrealised | undefined;
  isOverview: boolean;
  /** Whether some row has a button at its end, for which all leave room. */
  isIndented: boolean;
  hasRates: boolean;
};

/** Shows one coin and leads to its page; in the overview it opens to the accounts that hold it. */
function CoinRow({ coin, unrealised, isOverview, isIndented, hasRates }: RowProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { isHidden } = useHiddenAmounts();
  const { currency, total, worth, accounts } = coin;
  const isSpread = isOverview && accounts.length > 1;
  const value = useWorthText(worth ?? ZERO);
  const estimate = worth === undefined ? (hasRates ? '—' : '') : `≈ ${value}`;
  return (
    <>
      <div className="relative flex items-center">
        <Link className="row min-w-0 flex-1 py-1.5 focus-visible:-outline-offset-4" to={coinPath(currency)}>
          <CoinIcon code={currency} />
          <span className="row__main">
            <span className="row__t">{currency}</span>
            <span className="row__s block">{useCoinDetail(coin, unrealised, isOverview)}</span>
          </span>
          <span className={`row__trail ${isIndented ? 'pr-7' : ''}`}>
            <span className="row__v block">
              {isHidden ? HIDDEN : <AmountText value={total} places={shownPlaces(currency)} />}
            </span>
            <span className="row__s block">{isHidden ? '' : estimate}</span>
            {unrealised !== undefined && (
              <span className="row__s block">
                <ResultText unrealised={unrealised} />
              </span>
            )}
          </span>
        </Link>
        {isSpread && (
          <button
            type="button"
            className="absolute right-1 grid size-11 place-items-center text-ink-3"
            aria-expanded={isOpen}
            aria-label={text('wallet.accounts.of', { coin: currency })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'up' : 'down'} size={16} />
          </button>
        )}
      </div>
      {isSpread && isOpen && <Accounts coin={coin} />}
    </>
  );
}

/** Returns the line below a coin: what it cost on average, or where it lies, and what is in orders. */
function useCoinDetail(
  { currency, frozen, accounts }: CoinHolding,
  unrealised: Unrealised | undefined,
  isOverview: boolean,
) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const [first] = accounts;
  const places = useCoinPlaces()(currency);
  const amount = isHidden ? HIDDEN : showAmount(frozen, shownPlaces(currency));
  const isOrders = accounts.every(({ account, frozen: held }) => account === 'exchange' || held === ZERO);
  const aside = frozen > ZERO ? [text(isOrders ? 'wallet.in_orders' : 'wallet.frozen', { amount })] : [];
  const cost =
    unrealised === undefined || isHidden
      ? []
      : [text('wallet.cost.average.short', { price: showPrice(unrealised.average, places) })];
  const where =
    isOverview && accounts.length === 1 && first !== undefined ? [text(`wallet.account.${first.account}`)] : [];
  return [...cost, ...(cost.length === 0 ? where : []), ...aside].join(' · ') || text('wallet.available');
}

/** Shows the unrealised result in the user's currency, with its share of the cost; hidden, only the share. */
function ResultText({ unrealised: { result, ratio } }: { unrealised: Unrealised }) {
  const { isHidden } = useHiddenAmounts();
  const { text: amount } = showChange(result, useUnit());
  const share = ratio === undefined ? '' : showPercent(ratio);
  const shown = isHidden ? share || '—' : [amount, share && `(${share})`].filter(Boolean).join(' ');
  return <span className={`text-(--tone) tone-${directionOf(result, 2)}`}>{shown}</span>;
}

/** Lists the accounts that hold a coin. */
function Accounts({ coin: { currency, accounts } }: { coin: CoinHolding }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const show = (amount: Amount) => (isHidden ? HIDDEN : showAmount(amount, shownPlaces(currency)));
  return (
    <ul className="mr-gutter mb-2 ml-15 rounded-control bg-s1 px-3 py-1">
      {accounts.map((balance) => (
        <li key={balance.account} className="flex min-h-9 items-center justify-between gap-3 text-label">
          <span className="text-ink-2">{text(`wallet.account.${balance.account}`)}</span>
          <span className="text-right">
            {show(ownedIn(balance))}
            {balance.frozen > ZERO && (
              <span className="block text-micro text-ink-3">
                {text(balance.account === 'exchange' ? 'wallet.in_orders' : 'wallet.frozen', {
                  amount: show(balance.frozen),
                })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Says what bonus money is for, while there is any. */
export function BonusNote({ balances: { list } }: { balances: Balances }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const bonus = bonusOf(list);
  if (bonus.length === 0) return null;
  const amounts = bonus.map(
    (it) => `${isHidden ? HIDDEN : showAmount(ownedIn(it), shownPlaces(it.currency))} ${it.currency}`,
  );
  return (
    <div className="mt-3 px-gutter">
      <Note icon="gift">
        <b className="font-semibold text-ink">{text('wallet.bonus', { amounts: amounts.join(', ') })}</b>
        <br />
        {text('wallet.bonus.text')}
      </Note>
    </div>
  );
}
