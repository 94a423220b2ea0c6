import { useText } from '../../../data/app/texts.ts';
import { useDial } from '../../../data/session/chosen-country.ts';
import { CountryPicker } from './country-picker.tsx';

/** /pages/common/area */
export default function AreaScreen() {
  const text = useText();
  return <CountryPicker title={text('auth.dial_code.title')} use="dial" value={useDial().code} />;
}
