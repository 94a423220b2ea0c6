import { Button, buttonClass, CopyText, Icon, Sheet, showToast } from '@app/ui';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

type Props = Commands & {
  /** Builds the text to copy, on demand. */
  evidence: () => string;
  /** Link back to choose another one. */
  other: { label: string; to: string };
};

/** Offers the evidence as received, and the command to check it without this page. */
export function EvidenceKeys({ evidence, other, ...commands }: Props) {
  const text = useText();
  const sheet = useSheet('check-yourself');
  return (
    <section className="mt-6 px-gutter">
      <div className="grid gap-3">
        <Button onClick={() => void copyEvidence(evidence(), text)}>
          <Icon name="copy" size={20} />
          {text('proof.copy')}
        </Button>
        <Button onClick={sheet.open}>
          <Icon name="doc" size={20} />
          {text('proof.yourself')}
        </Button>
      </div>
      <Link className={`${buttonClass({ tone: 'ghost', wide: true })} mt-3`} to={other.to}>
        {other.label}
      </Link>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('proof.yourself')} closeLabel={text('system.close')}>
        <CheckYourself {...commands} />
      </Sheet>
    </section>
  );
}

async function copyEvidence(evidence: string, text: Text): Promise<void> {
  try {
    await navigator.clipboard.writeText(evidence);
    showToast(text('proof.copied'), 'ok');
  } catch {
    showToast(text('refusal.copy_failed'), 'error');
  }
}

/** `onlineCommand` fetches the same from the server; `fromFile` checks the copied evidence from a file that `fileHint` names. */
type Commands = { onlineCommand: string; fromFile: string; fileHint: string };

function CheckYourself({ onlineCommand, fromFile, fileHint }: Commands) {
  const text = useText();
  return (
    <div className="grid gap-4 pb-2 text-body text-ink-2">
      <p>{text('proof.yourself.text')}</p>
      <Command label={text('proof.yourself.ask')} command={onlineCommand} />
      <Command label={fileHint} command={fromFile} />
      <p>{text('proof.yourself.kept').replaceAll('--', UNBREAKABLE_DASHES)}</p>
    </div>
  );
}

/** Non-breaking hyphens are only shown: the copied command has plain ones. */
const UNBREAKABLE = '\u2011';
const UNBREAKABLE_DASHES = UNBREAKABLE.repeat(2);

function Command({ label, command }: { label: string; command: string }) {
  const text = useText();
  return (
    <div>
      <p className="mb-1 text-label text-ink-3">{label}</p>
      <div className="rounded-control bg-s2 px-3 py-1 wrap-anywhere text-ink">
        <CopyText
          text={command}
          shown={command.replaceAll('-', UNBREAKABLE)}
          label={text('proof.yourself.copy')}
          copiedLabel={text('system.copied')}
          onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
        />
      </div>
    </div>
  );
}
