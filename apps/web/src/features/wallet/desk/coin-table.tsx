import { type RateOf, shownPlaces, type Unrealised } from '@app/domain/wallet';
import { type Amount, directionOf, showAmount, showPercent, showPrice, ZERO } from '@app/money';
import { CoinIcon, Icon } from '@app/ui';
import { Link } from 'react-router';
import { ownedIn } from '../../../data/account/balances.ts';
import { type Costs, unrealisedIn } from '../../../data/account/costs.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { showTenths } from '../assets/allocation.ts';
import { useWorthText } from '../assets/coin-list.tsx';
import { type CoinHolding, coinPath } from '../assets/coins.ts';
import { showChange } from '../equity/equity-line-model.ts';
import { useCoinPlaces } from '../valuation/price-places.ts';
import { useUnit } from '../valuation/unit.ts';

type Props = {
  coins: readonly CoinHolding[];
  /** Value that shares are of: that of all coins, also those not shown. */
  total: Amount;
  costs: Costs | undefined;
  rateOf: RateOf | undefined;
  selected: string | undefined;
  /** Coins whose accounts are shown. */
  open: ReadonlySet<string>;
  onToggle: (currency: string) => void;
};

const COLUMNS = ['total', 'available', 'frozen', 'cost', 'result', 'share'] as const;

/** Lists coins with what they cost and where they lie; a coin opens to the accounts that hold it. */
export function CoinTable({ coins, total, costs, rateOf, selected, open, onToggle }: Props) {
  const text = useText();
  return (
    <table className="w-full border-collapse text-label">
      <caption className="sr-only">{text('wallet.title')}</caption>
      <thead className="sticky top-0 z-2 bg-bg text-micro text-ink-3">
        <tr className="h-9 *:font-normal">
          <th scope="col" className="pl-5 text-left">
            {text('wallet.coin')}
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="px-2 text-right">
              {text(`wallet.table.${column}`)}
            </th>
          ))}
          <th scope="col" className="pr-5 pl-4 text-left max-xl:hidden">
            {text('wallet.table.where')}
          </th>
        </tr>
      </thead>
      {coins.map((coin) => (
        <CoinRows
          key={coin.currency}
          coin={coin}
          total={total}
          unrealised={rateOf === undefined ? undefined : unrealisedIn(costs, coin.currency, rateOf)}
          rateOf={rateOf}
          isSelected={coin.currency === selected}
          isOpen={open.has(coin.currency)}
          onToggle={() => onToggle(coin.currency)}
        />
      ))}
    </table>
  );
}

type RowProps = {
  coin: CoinHolding;
  total: Amount;
  unrealised: Unrealised | undefined;
  rateOf: RateOf | undefined;
  isSelected: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** The coin's name is the row's link and covers the row, below the button that opens its accounts. */
function CoinRows({ coin, total, unrealised, rateOf, isSelected, isOpen, onToggle }: RowProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { currency, accounts, worth } = coin;
  const show = (amount: Amount) => (isHidden ? HIDDEN : showAmount(amount, shownPlaces(currency)));
  const [first, ...others] = accounts;
  const where = first === undefined ? '' : text(`wallet.account.${first.account}`);
  const price = rateOf?.(currency);
  const places = useCoinPlaces()(currency);
  return (
    <tbody>
      <tr
        data-coin={currency}
        className={`relative h-13 border-t border-line text-right hover:bg-s1 ${isSelected ? 'bg-brand/8 shadow-[inset_2px_0_0_var(--brand)]' : ''}`}
      >
        <td className="pl-5">
          <div className="flex items-center gap-2.5">
            <CoinIcon code={currency} size={24} />
            <Link
              className="text-left font-semibold after:absolute after:inset-0 focus-visible:-outline-offset-2"
              to={coinPath(currency)}
            >
              {currency}
            </Link>
            {accounts.length > 1 && (
              <button
                type="button"
                className="relative z-1 grid size-9 place-items-center text-ink-3"
                aria-expanded={isOpen}
                aria-label={text('wallet.accounts.of', { coin: currency })}
                onClick={onToggle}
              >
                <Icon name={isOpen ? 'up' : 'down'} size={16} />
              </button>
            )}
          </div>
        </td>
        <td className="px-2">
          <Two first={show(coin.total)} second={<Worth worth={worth} />} />
        </td>
        <td className="px-2">{show(coin.available)}</td>
        <td className={`px-2 ${coin.frozen === ZERO ? 'text-ink-3' : ''}`}>{show(coin.frozen)}</td>
        <td className="px-2">
          {unrealised === undefined || isHidden ? (
            <span className="text-ink-3">—</span>
          ) : (
            <Two
              first={showPrice(unrealised.average, places)}
              second={price === undefined ? '' : text('wallet.table.now', { price: showPrice(price, places) })}
            />
          )}
        </td>
        <td className="px-2">
          <Result unrealised={unrealised} />
        </td>
        <td className="px-2 text-ink-2">{shareText(worth, total)}</td>
        <td className="pr-5 pl-4 text-left text-ink-2 max-xl:hidden">
          {others.length === 0 ? where : text('wallet.table.where.more', { account: where, count: others.length })}
        </td>
      </tr>
      {isOpen &&
        accounts.length > 1 &&
        accounts.map((balance) => (
          <tr key={balance.account} className="h-9 bg-s1 text-right text-ink-2">
            <td className="pl-14 text-left">{text(`wallet.account.${balance.account}`)}</td>
            <td className="px-2">{show(ownedIn(balance))}</td>
            <td className="px-2">{show(balance.available)}</td>
            <td className="px-2">{show(balance.frozen)}</td>
            <td colSpan={4} />
          </tr>
        ))}
    </tbody>
  );
}

const Two = ({ first, second }: { first: React.ReactNode; second: React.ReactNode }) => (
  <>
    <span className="block font-medium">{first}</span>
    <span className="block text-micro text-ink-3">{second}</span>
  </>
);

function Worth({ worth }: { worth: Amount | undefined }) {
  const { isHidden } = useHiddenAmounts();
  const shown = useWorthText(worth ?? ZERO);
  if (isHidden) return null;
  return worth === undefined ? '—' : `≈ ${shown}`;
}

function Result({ unrealised }: { unrealised: Unrealised | undefined }) {
  const { isHidden } = useHiddenAmounts();
  const unit = useUnit();
  if (unrealised === undefined) return <span className="text-ink-3">—</span>;
  const { result, ratio } = unrealised;
  return (
    <span className={`text-(--tone) tone-${directionOf(result, 2)}`}>
      <Two
        first={isHidden ? '' : showChange(result, unit).text}
        second={ratio === undefined ? '' : showPercent(ratio)}
      />
    </span>
  );
}

const shareText = (worth: Amount | undefined, total: Amount): string =>
  worth === undefined || total === ZERO ? '—' : showTenths(Number((worth * 1_000n) / total));
