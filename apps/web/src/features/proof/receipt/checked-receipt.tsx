import { type Amount, amountForSpeech, type Price, type Rate, showAmount, showPercent, showPrice } from '@app/money';
import { Facts, Hash, Note, Sheet, Tag } from '@app/ui';
import type { Receipt } from '@app/verifier';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { KeptHere } from '../check/kept-here-view.tsx';
import { addressOf, FORM } from '../check/read-address.ts';
import { ChainOfBlocks } from '../price/chain-of-blocks.tsx';
import { Comparison } from '../price/comparison.tsx';
import { EvidenceKeys } from '../price/evidence-keys.tsx';
import { EvidenceList } from '../price/evidence-list.tsx';
import { EvidenceRows } from '../price/evidence-rows.tsx';
import type { PriceCheck } from '../price/price-check.ts';
import { originOf, readLeaf } from '../price/read-leaf.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import type { ReceiptVerdict } from './judge-receipt.ts';
import { type LadderRow, ladderRows, reachedRow, rowsAround } from './ladder-rows.ts';
import {
  ageOf,
  hasLadder,
  isOffered,
  piecesOf,
  receiptCommand,
  receiptText,
  type TradeEvidence,
  tradeResult,
} from './receipt-evidence.ts';
import { ReceiptVerdictHead } from './receipt-verdict.tsx';
import { TradeCard, takenText } from './trade-card.tsx';

/** Shows the verdict first, then the trade, and last what a receipt cannot prove. */
export function CheckedReceipt({ check }: { check: ReceiptCheck }) {
  const { verdict, market, price } = check;
  const receipt = verdict.judged?.receipt;
  return (
    <div className="pb-6">
      <ReceiptVerdictHead check={check} />
      {receipt !== undefined && market !== undefined && price !== undefined && (
        <Recomputed verdict={verdict} receipt={receipt} market={market} price={price} />
      )}
      <Keys check={check} />
    </div>
  );
}

type Props = Pick<ReceiptCheck, 'verdict'> & { receipt: Receipt; market: MarketInfo; price: PriceCheck };

function Recomputed({ verdict, receipt, market, price }: Props) {
  const text = useText();
  const settings = useSheet('ladder-settings');
  const { fill } = receipt.fill;
  const rows = hasLadder(verdict) ? ladderRows(receipt.fill) : [];
  const reached = reachedRow(rows);
  const tick = readLeaf(price.proof.leaf);
  return (
    <>
      <TradeCard
        receipt={receipt}
        market={market}
        level={isOffered(verdict) ? reached?.level : undefined}
        origin={tick === undefined ? 'venues' : originOf(tick)}
      />
      <Comparison
        published={fill.price as Price} // Integers of 10⁻¹⁸, like ours.
        own={reached?.price}
        precision={market.precision}
        isFree={fill.houseTook}
      />
      <LadderTable rows={rows} market={market} side={fill.side} />
      <TradeChecks verdict={verdict} receipt={receipt} market={market} onSettings={settings.open} />
      <ChainOfBlocks check={price} />
      <EvidenceList check={price} />
      <KeptHere check={price} />
      <Limits isOld={receipt.fill.version === 1} />
      <Sheet
        open={settings.isOpen}
        onClose={settings.close}
        title={text('proof.receipt.settings', { version: receipt.settingsVersion })}
        closeLabel={text('system.close')}
      >
        <LadderSettings receipt={receipt} market={market} />
      </Sheet>
    </>
  );
}

/** Shows what is not proven; receipts of version 1 prove less. */
function Limits({ isOld }: { isOld: boolean }) {
  const text = useText();
  return (
    <details className="mt-4 px-gutter text-label text-ink-2">
      <summary className="hit py-2 font-medium text-ink">{text('proof.receipt.not_proven.title')}</summary>
      <p className="pb-2">{text(isOld ? 'proof.receipt.not_proven.old' : 'proof.receipt.not_proven')}</p>
    </details>
  );
}

function Keys({ check: { query, answer, ladder, verdict, price } }: { check: ReceiptCheck }) {
  const text = useText();
  return (
    <EvidenceKeys
      evidence={() => receiptText({ answer, ladder, verdict, kept: price?.kept })}
      onlineCommand={receiptCommand(location.origin, query.id, verdict)}
      fromFile={`npm run verify -- receipt receipt.json ${query.id}`}
      fileHint={text('proof.receipt.file')}
      other={{ label: text('proof.receipt.other'), to: FORM }}
    />
  );
}

type LadderSettingsProps = { receipt: Receipt; market: MarketInfo };

/** Shows every ladder input besides the index price: published settings, and values only in the receipt. */
function LadderSettings({ receipt, market }: LadderSettingsProps) {
  const text = useText();
  const { settings, base, quote, priceTick, lot } = receipt.fill.ladder;
  const percent = (rate: bigint) => showPercent(rate as Rate).replace('+', '');
  const inQuote = (amount: bigint) => `${amountForSpeech(amount as Amount)} ${market.quote}`;
  const inBase = (amount: bigint) => `${amountForSpeech(amount as Amount)} ${market.base}`;
  const variation: [string, string][] =
    'doubleEvery' in settings
      ? [
          [text('proof.receipt.set.class'), receipt.issued.body.settings.class ?? NONE],
          [text('proof.receipt.set.double'), String(settings.doubleEvery)],
          [text('proof.receipt.set.growth'), percent(settings.growthRate)],
          [text('proof.receipt.set.vary'), percent(settings.varyRate)],
          [text('proof.receipt.set.renew'), String(settings.renewTicks)],
        ]
      : [];
  return (
    <div className="grid gap-4 pb-2">
      <Facts
        facts={[
          [text('proof.receipt.set.levels'), String(settings.levels)],
          [text('proof.receipt.set.spread'), percent(settings.spreadRate)],
          [text('proof.receipt.set.step'), percent(settings.stepRate)],
          [text('proof.receipt.set.worth'), inQuote(settings.levelWorth)],
          ...variation,
          [text('proof.receipt.set.most'), inQuote(settings.inventoryMax)],
          [text('proof.receipt.set.owned', { currency: market.base }), amountForSpeech(base as Amount)],
          [text('proof.receipt.set.owned', { currency: market.quote }), amountForSpeech(quote as Amount)],
          [text('proof.receipt.set.tick'), inQuote(priceTick)],
          [text('proof.receipt.set.lot'), inBase(lot)],
        ]}
      />
      <Note icon="info">
        {text(receipt.fill.version === 1 ? 'proof.receipt.set.note.old' : 'proof.receipt.set.note')}
      </Note>
    </div>
  );
}

type TradeChecksProps = { verdict: ReceiptVerdict; receipt: Receipt; market: MarketInfo; onSettings: () => void };

/** Lists everything a trade is computed from, each with its result. */
function TradeChecks({ verdict, receipt, market, onSettings }: TradeChecksProps) {
  const text = useText();
  const values = valuesOf(receipt, market, { text, onSettings });
  return (
    <EvidenceRows
      title={text('proof.receipt.checks')}
      pieces={piecesOf(receipt).map((name) => ({
        name,
        label: text(`proof.receipt.piece.${name}`),
        result: tradeResult(name, verdict),
        value: values[name],
      }))}
    />
  );
}

type TradeCheckProps = { text: Text; onSettings: () => void };

function valuesOf(receipt: Receipt, market: MarketInfo, { text, onSettings }: TradeCheckProps) {
  const { id, fill, settingsVersion, seal } = receipt;
  const block = seal?.blocks.at(-1)?.header.number;
  const ageMs = ageOf(receipt);
  return {
    receipt: <Hash value={id} />,
    seal: block === undefined ? NONE : text('proof.block', { number: block }),
    newest: ageMs === undefined ? NONE : text('proof.age', { ms: ageMs }),
    taken: `${takenText(receipt)} ${market.base}`,
    settings: (
      <button type="button" className="hit text-brand" onClick={onSettings}>
        {text('proof.receipt.version', { version: settingsVersion })}
      </button>
    ),
    index: (
      <Link className="hit text-brand" to={addressOf(market.symbol, fill.tick.seq)}>
        {text('proof.tick', { seq: fill.tick.seq })}
      </Link>
    ),
    rule: `${fill.rule} ${fill.version}`,
    offer: text('proof.receipt.offer', { levels: fill.ladder.settings.levels }),
    price: showPrice(fill.fill.price as Price, market.precision),
  } satisfies Record<TradeEvidence, ReactNode>;
}

/** Shown in place of what is not known yet. */
const NONE = '—';

type LadderTableProps = { rows: readonly LadderRow[]; market: MarketInfo; side: string };

/** Shows the levels around the trade, computed on this device from the receipt. */
function LadderTable({ rows, market, side }: LadderTableProps) {
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
