import type { Price } from '@app/money';
import { showPrice } from '@app/money';
import { Hash } from '@app/ui';
import type { Receipt } from '@app/verifier';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { addressOf } from '../check/read-address.ts';
import { EvidenceRows } from '../price/evidence-rows.tsx';
import type { ReceiptVerdict } from './judge-receipt.ts';
import { TRADE_EVIDENCE, type TradeEvidence, tradeResult } from './receipt-evidence.ts';

type Props = { verdict: ReceiptVerdict; receipt: Receipt; market: MarketInfo; onSettings: () => void };

/** Lists everything a trade is computed from, each with its result. */
export function TradeChecks({ verdict, receipt, market, onSettings }: Props) {
  const text = useText();
  const values = valuesOf(receipt, market, { text, onSettings });
  return (
    <EvidenceRows
      title={text('proof.receipt.checks')}
      pieces={TRADE_EVIDENCE.map((name) => ({
        name,
        label: text(`proof.receipt.piece.${name}`),
        result: tradeResult(name, verdict),
        value: values[name],
      }))}
    />
  );
}

type TradeCheckProps = { text: Text; onSettings: () => void };

function valuesOf({ id, fill, settingsVersion }: Receipt, market: MarketInfo, { text, onSettings }: TradeCheckProps) {
  return {
    receipt: <Hash value={id} />,
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
