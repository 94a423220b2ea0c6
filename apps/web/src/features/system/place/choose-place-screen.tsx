import { Button, Field, NavBar, Page } from '@app/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useDraft } from '../../../data/app/draft.ts';
import { knownPaths } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { ADDRESS_MAX, NAME_MAX, placeFields, readCoordinates } from './place.ts';

const OPEN_PLACE = '/pages/open-location';

type Form = { readonly name: string; readonly address: string; readonly coordinates: string };

const EMPTY: Form = { name: '', address: '', coordinates: '' };

const isForm = (kept: unknown): kept is Form =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(EMPTY).every((field) => typeof (kept as Record<string, unknown>)[field] === 'string');

/**
 * /pages/choose-location; `redirect` is the page of the app that receives the place in its address, else it is shown. The
 * device's position is never requested: the app's policy forbids it.
 */
export default function ChoosePlaceScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const [form, setForm, forget] = useDraft('place', EMPTY, isForm);
  const [wasSubmitted, setSubmitted] = useState(false);
  const give = useGivePlace();
  const typed = form.coordinates.trim();
  const at = readCoordinates(typed);
  const isWrong = typed !== '' && at === undefined;
  const isReady = form.address.trim() !== '' && !isWrong;
  const submit = () => {
    setSubmitted(true);
    if (!isReady) return;
    forget();
    give(placeFields({ name: form.name.trim(), address: form.address.trim(), at }));
  };
  const field = (name: keyof Form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <Page
      bar={<NavBar title={text('place.choose')} back={back} />}
      foot={
        <Button tone="primary" size="large" wide blocked={!isReady} aria-disabled={!isReady} onClick={submit}>
          {text(form.address.trim() === '' ? 'place.submit.address' : 'place.submit')}
        </Button>
      }
    >
      <div className="grid gap-4 px-gutter pt-2 pb-4">
        <p className="text-label text-pretty text-ink-2">{text('place.choose.text')}</p>
        <Field
          {...field('address')}
          label={text('place.address')}
          hint={text('place.address.hint')}
          maxLength={ADDRESS_MAX}
          autoComplete="street-address"
        />
        <Field {...field('name')} label={text('place.name')} maxLength={NAME_MAX} autoComplete="off" />
        <Field
          {...field('coordinates')}
          label={text('place.coordinates')}
          hint={text('place.coordinates.hint')}
          error={isWrong && wasSubmitted ? text('place.coordinates.bad') : undefined}
          autoComplete="off"
          maxLength={40}
        />
      </div>
    </Page>
  );
}

/** Leads to the page that asked for a place, or to the place itself, in place of this page. */
function useGivePlace(): (fields: Record<string, string>) => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [path = '', query = ''] = (search.get('redirect') ?? '').split('?');
  return (fields) => {
    const target = knownPaths.has(path) ? path : OPEN_PLACE;
    const params = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...fields });
    void navigate(`${target}?${params}`, { replace: true });
  };
}
