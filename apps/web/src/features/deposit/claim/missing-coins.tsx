import { Icon, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import type { Network } from '../networks.ts';
import { ClaimForm } from './claim-form.tsx';
import { claimable } from './claim-view.ts';

type Props = { currency: string; networks: readonly Network[]; chosen: string | undefined };

/** A quiet way to report coins that were sent and did not appear; none where no network of the coin is connected. */
export function MissingCoins({ currency, networks, chosen }: Props) {
  const text = useText();
  const sheet = useSheet('missing');
  const open = claimable(networks);
  if (open.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="hit mx-auto flex items-center gap-2 text-ink-2"
        aria-haspopup="dialog"
        onClick={sheet.open}
      >
        <Icon name="search" size={20} />
        {text('deposit.claim.entry')}
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('deposit.claim.title')}
        closeLabel={text('system.close')}
      >
        {sheet.isOpen && <ClaimForm currency={currency} networks={open} chosen={chosen} onClose={sheet.close} />}
      </Sheet>
    </>
  );
}
