import { Button, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { FreezeConsequences } from './freeze-consequences.tsx';
import { useFreeze } from './security.ts';
import { SecurityRow } from './security-row.tsx';

/** For a user who suspects an intruder: it needs no step-up, because it only removes access. */
export function FreezeRow() {
  const text = useText();
  const sheet = useSheet('freeze');
  const freezing = useFreeze();
  const problem = describeUnlessGivenUp(freezing.error, text);
  return (
    <div className="group mt-3 text-danger">
      <SecurityRow
        icon="pause"
        label={text('auth.freeze.title')}
        why={text('security.row.freeze.why')}
        onClick={sheet.open}
      />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('auth.freeze.question')}
        closeLabel={text('system.close')}
      >
        <FreezeConsequences />
        {problem !== undefined && (
          <p className="hint hint--error" role="alert">
            {problem}
          </p>
        )}
        <div className="pair mt-5">
          <Button disabled={freezing.isPending} onClick={sheet.close}>
            {text('auth.freeze.leave')}
          </Button>
          <Button tone="danger" busy={freezing.isPending} onClick={() => freezing.mutate()}>
            {text('auth.freeze.action')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
