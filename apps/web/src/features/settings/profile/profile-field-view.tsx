import { Button, Field, Icon } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSaveField } from './profile.ts';
import { countCharacters, fieldState, lengthOf, type ProfileField } from './profile-field.ts';

type Props = { field: ProfileField; saved: string };

/** Edits one profile field inline, with its own save button. */
export function ProfileFieldView({ field, saved }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(saved);
  const save = useSaveField(field);
  const { min, max } = lengthOf(field);
  const state = fieldState(field, typed, saved);
  const change = (value: string) => {
    save.reset();
    setTyped(value);
  };
  const submit = () => state === 'ready' && save.mutate(typed.trim(), { onSuccess: () => setTyped(typed.trim()) });
  const refused = save.error === null ? undefined : describeFailure(save.error, text);
  const isWrong = state === 'not_allowed' || state === 'too_long';
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={text(`settings.profile.${field}`)}
        aside={
          <span className="num text-ink-3">
            {countCharacters(typed.trim())}/{max}
          </span>
        }
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoComplete={field === 'nickname' ? 'nickname' : 'off'}
        enterKeyHint="done"
        error={isWrong ? text('settings.profile.rule', { minimum: min, maximum: max }) : refused}
        hint={text('settings.profile.rule', { minimum: min, maximum: max })}
        end={
          <SaveState isReady={state === 'ready'} isBusy={save.isPending} isSaved={save.isSuccess && state === 'same'} />
        }
      />
    </form>
  );
}

/** Shows the save state: nothing, save button, or saved. Reserves its space, so that the line never jumps. */
function SaveState({ isReady, isBusy, isSaved }: { isReady: boolean; isBusy: boolean; isSaved: boolean }) {
  const text = useText();
  return (
    <span className="flex min-h-9 items-center" role="status">
      {isSaved && (
        <span className="flex items-center gap-1 text-label text-ok">
          <Icon name="check" size={16} />
          {text('settings.profile.saved')}
        </span>
      )}
      {(isReady || isBusy) && (
        <Button type="submit" size="small" tone="primary" busy={isBusy}>
          {text('settings.profile.save')}
        </Button>
      )}
    </span>
  );
}
