import { Button, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { DealCommand } from './deal-command.ts';

/** Shows what became of a command that was not simply done: no answer yet, none at all, or a refusal in the server's words. */
export function CommandNote({ command }: { command: DealCommand }) {
  const text = useText();
  if (command.isChecking)
    return (
      <Note icon="clock" tone="warn">
        <span role="status">{text('position.checking')}</span>
      </Note>
    );
  if (command.isUnknown)
    return (
      <Note icon="warn" tone="warn">
        <span className="block pb-2" role="alert">
          {text('position.unknown')}
        </span>
        <Button size="small" onClick={command.checkAgain}>
          {text('position.unknown.again')}
        </Button>
      </Note>
    );
  if (command.refusal === undefined) return null;
  return (
    <Note icon="warn" tone="danger">
      <span role="alert">{command.refusal.message}</span>
    </Note>
  );
}
