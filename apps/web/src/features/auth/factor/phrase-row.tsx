import { Button, Field, Sheet, showToast } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useSetPhrase } from '../security/security.ts';
import { SecurityRow } from '../security/security-row.tsx';

const PHRASE_MAX = 40;

/**
 * Phrase that distinguishes a genuine mail from a forged one. The input is stored here, outside the sheet, which may be
 * replaced.
 */
export function PhraseRow({ phrase }: { phrase: string }) {
  const text = useText();
  const sheet = useSheet('phrase');
  const [typed, setTyped] = useState(phrase);
  const saving = useSetPhrase();
  const open = () => {
    saving.reset();
    setTyped(phrase);
    sheet.open();
  };
  const save = (next: string) =>
    saving.mutate(next, {
      onSuccess: () => {
        sheet.close();
        showToast(text(next === '' ? 'security.phrase.removed' : 'security.phrase.saved'), 'ok');
      },
    });
  return (
    <>
      <SecurityRow
        icon="chat"
        label={text('security.phrase')}
        why={text('security.row.phrase.why')}
        state={phrase !== ''}
        onClick={open}
      />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('security.phrase')}
        closeLabel={text('system.close')}
      >
        <PhraseForm
          phrase={phrase}
          typed={typed}
          setTyped={setTyped}
          save={save}
          busy={saving.isPending}
          error={saving.error}
        />
      </Sheet>
    </>
  );
}

type FormProps = {
  phrase: string;
  typed: string;
  setTyped: (typed: string) => void;
  save: (phrase: string) => void;
  busy: boolean;
  error: Error | null;
};

function PhraseForm({ phrase, typed, setTyped, save, busy, error }: FormProps) {
  const text = useText();
  const wanted = typed.trim();
  const isReady = wanted !== '' && wanted !== phrase;
  return (
    <>
      <p className="mb-4 text-ink-2">{text('security.phrase.text')}</p>
      <Field
        label={text('security.phrase.label')}
        hint={text('security.phrase.hint')}
        maxLength={PHRASE_MAX}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={describeUnlessGivenUp(error, text)}
      />
      <div className="pair mt-5">
        {phrase !== '' && (
          <Button disabled={busy} onClick={() => save('')}>
            {text('security.phrase.remove')}
          </Button>
        )}
        <Button
          tone="primary"
          blocked={!isReady}
          busy={busy}
          aria-disabled={!isReady}
          onClick={() => isReady && save(wanted)}
        >
          {text(wanted === '' ? 'security.missing.phrase' : 'security.phrase.save')}
        </Button>
      </div>
    </>
  );
}
