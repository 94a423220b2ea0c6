import type { Price } from '@app/money';
import { Note, Sheet } from '@app/ui';
import type { Receipt } from '@app/verifier';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { KeptHere } from '../check/kept-here-view.tsx';
import { FORM } from '../check/read-address.ts';
import { ChainOfBlocks } from '../price/chain-of-blocks.tsx';
import { Comparison } from '../price/comparison.tsx';
import { EvidenceKeys } from '../price/evidence-keys.tsx';
import { EvidenceList } from '../price/evidence-list.tsx';
import type { PriceCheck } from '../price/price-check.ts';
import { isSimulated, readLeaf } from '../price/read-leaf.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import { ladderRows, reachedRow } from './ladder-rows.ts';
import { LadderSettings } from './ladder-settings.tsx';
import { LadderTable } from './ladder-table.tsx';
import { hasLadder, isOffered, receiptCommand, receiptText } from './receipt-evidence.ts';
import { ReceiptVerdictHead } from './receipt-verdict.tsx';
import { TradeCard } from './trade-card.tsx';
import { TradeChecks } from './trade-checks.tsx';

/** Shows the verdict first, then the trade, and last what a receipt cannot prove. */
export function CheckedReceipt({ check }: { check: ReceiptCheck }) {
  const { verdict, market, price } = check;
  const receipt = verdict.judged?.receipt;
  return (
    <div className="pb-6">
      <ReceiptVerdictHead check={check} />
      {receipt !== undefined && market !== undefined && price !== undefined && (
        <Recomputed {...{ verdict, receipt, market, price }} />
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
        {...{ receipt, market }}
        level={isOffered(verdict) ? reached?.level : undefined}
        isSimulated={tick !== undefined && isSimulated(tick)}
      />
      <Comparison
        published={fill.price as Price} // Integers of 10⁻¹⁸, like ours.
        own={reached?.price}
        precision={market.precision}
        isFree={fill.houseTook}
      />
      <LadderTable rows={rows} market={market} side={fill.side} />
      <TradeChecks {...{ verdict, receipt, market }} onSettings={settings.open} />
      <Limits />
      <ChainOfBlocks check={price} />
      <EvidenceList check={price} />
      <KeptHere check={price} />
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

function Limits() {
  const text = useText();
  return (
    <div className="mt-4 px-gutter">
      <Note icon="info">{text('proof.receipt.not_proven')}</Note>
    </div>
  );
}

function Keys({ check: { query, answer, verdict, price } }: { check: ReceiptCheck }) {
  const text = useText();
  return (
    <EvidenceKeys
      evidence={() => receiptText({ answer, verdict, kept: price?.kept })}
      onlineCommand={receiptCommand(location.origin, query.id, verdict)}
      fromFile={`npm run verify -- receipt receipt.json ${query.id}`}
      fileHint={text('proof.receipt.file')}
      other={{ label: text('proof.receipt.other'), to: FORM }}
    />
  );
}
