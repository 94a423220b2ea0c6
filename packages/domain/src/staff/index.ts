export {
  CHANGE_KINDS,
  CHANGE_STATES,
  CHANGES,
  type ChangeKind,
  type ChangePart,
  type ChangeState,
  partIn,
  passkeyText,
  payloadText,
  signedText,
} from './changes.ts';
export { FIRST_ROLES, STAFF_ROLES, type StaffRole } from './roles.ts';
export { SETTING_FORMS, type SettingForm } from './setting-forms.ts';
export { staffSettings } from './settings.ts';
