import { Panel, Sheet, SkeletonRows } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';

/** Loaded with the first transfer: most orders need none. */
const TopUpForm = lazyPart(async () => (await import('./top-up-form.tsx')).TopUpForm);

type Props = { currency: string; isOpen: boolean; close: () => void };

/** Transfers money from the wallet, where deposits arrive, to spot, where it trades. */
export function TopUpSheet({ currency, isOpen, close }: Props) {
  const text = useText();
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={text('spot.form.move.title', { currency })}
      closeLabel={text('system.close')}
    >
      {isOpen && (
        <Panel loading={<SkeletonRows count={3} />}>
          <TopUpForm key={currency} currency={currency} close={close} />
        </Panel>
      )}
    </Sheet>
  );
}
