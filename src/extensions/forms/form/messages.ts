/** What a form tells its visitors, by the keys under which a form may keep texts of its own. The order is the one shown. */
export const DEFAULT_MESSAGES = {
  mail_sent_ok: 'Thank you. Your message is on its way to us.',
  mail_sent_ng: 'Your message could not be sent just now. Please try once more in a while.',
  validation_error: 'Something is missing or not right yet. Please look at the marked fields.',
  // Reads like any failure, so that bots learn nothing.
  spam: 'Your message could not be sent just now. Please try once more in a while.',
  accept_terms: 'Please agree to the terms first; then your message can be sent.',
  invalid_required: 'Please fill this in.',
  invalid_too_long: 'This text is longer than allowed.',
  invalid_too_short: 'This text is shorter than needed.',
  invalid_date: 'This is not a date we can read.',
  date_too_early: 'Please choose a later date.',
  date_too_late: 'Please choose an earlier date.',
  upload_failed: 'The file could not be kept.',
  upload_file_type_invalid: 'Files of this kind cannot be sent here.',
  upload_file_too_large: 'The file is larger than allowed.',
  upload_failed_php_error: 'The file did not arrive completely.',
  invalid_number: 'This is not a number we can read.',
  number_too_small: 'Please give a larger number.',
  number_too_large: 'Please give a smaller number.',
  quiz_answer_not_correct: 'That is not the answer to the question.',
  captcha_not_match: 'These are not the characters in the picture.',
  invalid_email: 'This is not an e-mail address we can write to.',
  invalid_url: 'This is not a complete web address.',
  invalid_tel: 'This is not a telephone number.',
} as const;

export type MessageKey = keyof typeof DEFAULT_MESSAGES;

export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(DEFAULT_MESSAGES, key);
}
