import { liquidationPrice, type Position } from '@app/domain/contract';
import type { Price } from '@app/money';
import { Button } from '@app/ui';
import { useMemo } from 'react';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { CommandNote } from './command-note.tsx';
import { priceText, sizeWithUnit } from './deal-texts.ts';
import type { KnownMarket } from './known-market.ts';
import { pendingPosition } from './pending-position.ts';
import { StopsEditor, useStopsEntry } from './stops-editor.tsx';

/** Edits take-profit and stop-loss of an order that waits for its price. */
export function PendingStopsView({ deal, ...known }: KnownMarket & { deal: Deal }) {
  const { rules, terms } = known;
  const position = useMemo(() => pendingPosition(deal, rules, terms), [deal, rules, terms]);
  return position === undefined ? null : <Editor deal={deal} position={position} {...known} />;
}

type EditorProps = KnownMarket & { deal: Deal; position: Position };

function Editor({ deal, position, rules, precision, close }: EditorProps) {
  const text = useText();
  const overnightIndex = rules.overnight_index as bigint as Price; // The wire has one type of decimals.
  const context = useMemo(
    () => ({ position, spreadRate: rules.spread_rate, overnightIndex }),
    [position, rules, overnightIndex],
  );
  const entry = useStopsEntry(deal, context, close);
  return (
    <div className="grid gap-3">
      <p className="text-label text-ink-2">
        {sizeWithUnit(deal.share, deal)} ·{' '}
        {text('position.pending.limit', { price: priceText(deal.target_price, precision) })}
      </p>
      <StopsEditor
        deal={deal}
        entry={entry}
        context={context}
        liquidation={liquidationPrice(position, overnightIndex)}
        precision={precision}
      />
      <CommandNote command={entry.command} />
      <div className="sheet__acts grid">
        <Button
          tone="primary"
          busy={entry.command.isBusy}
          disabled={!entry.isReady || entry.command.isUnknown}
          onClick={entry.save}
        >
          {text('position.stops.save')}
        </Button>
      </div>
    </div>
  );
}
