import { amountForSpeech, showAmount, showPrice } from '@app/money';
import { Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { type LadderRow, rowsAround } from './ladder-rows.ts';

type Props = { rows: readonly LadderRow[]; market: MarketInfo; side: string };

/** Shows the levels around the trade, computed on this device from the receipt. */
export function LadderTable({ rows, market, side }: Props) {
  const text = useText();
  if (rows.length === 0) return null;
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text(side === 'buy' ? 'proof.receipt.asks' : 'proof.receipt.bids')}</h2>
      <p className="text-label text-ink-3">{text('proof.receipt.ladder.text')}</p>
      <table className="mt-2 w-full text-label">
        <thead>
          <tr className="text-micro text-ink-3">
            <Head label={text('proof.receipt.level')} isFirst />
            <Head label={text('proof.receipt.price', { quote: market.quote })} />
            <Head label={text('proof.receipt.amount', { base: market.base })} />
          </tr>
        </thead>
        <tbody>
          {rowsAround(rows).map((row) => (
            <Line key={row.level} row={row} market={market} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Head = ({ label, isFirst = false }: { label: string; isFirst?: boolean }) => (
  <th scope="col" className={`pb-1 font-normal first:pl-2 last:pr-2 ${isFirst ? 'text-left' : 'text-right'}`}>
    {label}
  </th>
);

function Line({ row: { level, price, offered, before, here }, market }: { row: LadderRow; market: MarketInfo }) {
  const text = useText();
  const isHere = here > 0n;
  const aside = [
    before > 0n && text('proof.receipt.gone', { amount: amountForSpeech(before) }),
    isHere && text('proof.receipt.went', { amount: amountForSpeech(here) }),
  ].filter(Boolean);
  return (
    <tr className={`border-t border-line align-top ${isHere ? 'bg-s1 text-ink' : 'text-ink-2'}`}>
      <td className="py-2 pl-2">
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {level}
          {isHere && <Tag tone="ok">{text('proof.receipt.here')}</Tag>}
        </span>
      </td>
      <td className="num py-2 text-right">{showPrice(price, market.precision)}</td>
      <td className="py-2 pr-2 text-right">
        <span className="num">{showAmount(offered, market.lot_precision)}</span>
        {aside.map((line) => (
          <span key={String(line)} className="block text-micro text-ink-3">
            {line}
          </span>
        ))}
      </td>
    </tr>
  );
}
