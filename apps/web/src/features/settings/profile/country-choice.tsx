import { Button, showToast } from '@app/ui';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';
import { useSaveCountry } from './profile.ts';

/** Lets accounts opened before the country was required choose it from the list, and saves it once. */
export function CountryChoice() {
  const text = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const picked = useChosenCountry('account')?.code;
  const save = useSaveCountry();
  const send = (country: string) =>
    save.mutate(country, {
      onSuccess: () => showToast(text('settings.profile.country.saved')),
      onError: (error) => showToast(describeFailure(error, text), 'error'),
    });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {picked !== undefined && <span>{countryName(locale, picked)}</span>}
      <Button size="small" onClick={() => void navigate('/pages/setting/areas?for=account')}>
        {text('settings.profile.country.choose')}
      </Button>
      {picked !== undefined && (
        <Button size="small" tone="primary" busy={save.isPending} onClick={() => send(picked)}>
          {text('settings.profile.save')}
        </Button>
      )}
    </span>
  );
}

export const countryName = (locale: string, code: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
