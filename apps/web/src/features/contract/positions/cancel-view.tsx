import { sideOf } from '@app/client/contract';
import { cancelDeal } from '@app/protocol/contract';
import { Button } from '@app/ui';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import { CommandNote } from './command-note.tsx';
import { useDealCommand } from './deal-command.ts';
import { moneyText, priceText, sizeWithUnit } from './deal-texts.ts';
import { heldByOrder } from './pending-position.ts';

type Props = { deal: Deal; precision: number; close: () => void };

/** Asks before a pending order is cancelled, and says what becomes available again. */
export function CancelView({ deal, precision, close }: Props) {
  const text = useText();
  const name = contractName(deal);
  const command = useDealCommand(cancelDeal, {
    name,
    doneText: () => text('position.pending.cancelled', { name }),
    onDone: close,
  });
  return (
    <div className="grid gap-3">
      <h3 className="text-title">{text('position.pending.ask')}</h3>
      <p className="text-body text-ink-2">
        {text('position.pending.what', {
          side: text(`position.${sideOf(deal)}`),
          size: sizeWithUnit(deal.share, deal),
          price: priceText(deal.target_price, precision),
          amount: moneyText(heldByOrder(deal)),
        })}
      </p>
      <CommandNote command={command} />
      <div className="sheet__acts pair">
        <Button onClick={close}>{text('position.pending.keep')}</Button>
        <Button
          tone="danger"
          busy={command.isBusy}
          disabled={command.isUnknown}
          onClick={() => command.send({ id: deal.id })}
        >
          {text('position.pending.go')}
        </Button>
      </div>
    </div>
  );
}
