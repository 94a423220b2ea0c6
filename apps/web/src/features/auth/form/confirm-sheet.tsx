import { Button, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import type { useSheet } from '../../../lib/use-sheet.ts';

type Props = {
  sheet: ReturnType<typeof useSheet>;
  title: string;
  about: string;
  keep: string;
  act: string;
  pending: { readonly isPending: boolean; readonly error: Error | null };
  go: () => void;
};

/** Confirmation before something ends: two buttons of one size, the safe one first. */
export function ConfirmSheet({ sheet, title, about, keep, act, pending, go }: Props) {
  const text = useText();
  const problem = describeUnlessGivenUp(pending.error, text);
  return (
    <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
      <p className="break-words text-ink-2">{about}</p>
      {problem !== undefined && (
        <p className="hint hint--error" role="alert">
          {problem}
        </p>
      )}
      <div className="pair mt-5">
        <Button disabled={pending.isPending} onClick={sheet.close}>
          {keep}
        </Button>
        <Button tone="danger" busy={pending.isPending} onClick={go}>
          {act}
        </Button>
      </div>
    </Sheet>
  );
}
