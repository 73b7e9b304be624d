/**
 * Runs in pages that contain a form: submits it without leaving the page, shows validation messages, and fetches what
 * must not be part of a cached page. Without it the form is submitted as a plain form.
 */
(() => {
  'use strict';
  const HOUR = 3600000;
  /** A form submitted sooner after the token was created counts as spam. */
  const PAUSE = 2200;
  const STATES = {
    validation_failed: 'invalid',
    acceptance_missing: 'unaccepted',
    spam: 'spam',
    aborted: 'aborted',
    mail_sent: 'sent',
    mail_failed: 'failed',
    error: 'aborted',
  };
  const EVENTS = {
    validation_failed: 'invalid',
    acceptance_missing: 'unaccepted',
    spam: 'spam',
    aborted: 'aborted',
    mail_sent: 'mailsent',
    mail_failed: 'mailfailed',
  };
  /** Visible to screen readers only, whatever styles the page has. */
  const UNSEEN = {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  };
  const OFFLINE = 'Your message could not be sent: the site cannot be reached. Please try again.';

  /** Messages are HTML-escaped. */
  const textOf = (html) => new DOMParser().parseFromString(String(html), 'text/html').body.textContent;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  function start(box) {
    const form = box.querySelector('form');
    if (!form || box.dataset.started) return;
    box.dataset.started = 'yes';
    form.noValidate = true;
    const field = (name) => form.querySelector('[name="' + CSS.escape(name) + '"]');
    const output = form.querySelector('.wpcf7-response-output');
    const said = box.querySelector('.screen-reader-response [role=status]');
    const list = box.querySelector('.screen-reader-response ul');
    Object.assign(list.parentElement.style, UNSEEN);
    let tokenAt = Date.now();
    let isBusy = false;

    function setState(state) {
      form.classList.remove('init', 'submitting', ...Object.values(STATES));
      form.classList.add(state);
      form.dataset.status = state;
    }

    function setChallenges(result) {
      for (const [name, [question, proof]] of Object.entries(result.quiz || {})) {
        const input = field(name);
        if (!input) continue;
        input.value = '';
        input.closest('.wpcf7-form-control-wrap').querySelector('.wpcf7-quiz-label').textContent = question;
        field('_wpcf7_quiz_answer_' + name).value = proof;
      }
      for (const [name, address] of Object.entries(result.captcha || {})) {
        const picture = form.querySelector('img[data-captcha="' + CSS.escape(name) + '"]');
        if (!picture) continue;
        picture.src = address;
        picture.hidden = false;
        field('_wpcf7_captcha_challenge_' + name).value = (/([0-9]+)\.png$/.exec(address) || [])[1] || '';
        if (field(name)) field(name).value = '';
      }
    }

    async function refill(withChallenges) {
      const separator = box.dataset.refill.includes('?') ? '&' : '?';
      const result = await (await fetch(box.dataset.refill + separator + 'token=1', { cache: 'no-store' })).json();
      if (result.token) field('_form_token').value = result.token;
      tokenAt = Date.now();
      if (withChallenges) setChallenges(result);
    }

    function clearErrors() {
      for (const tip of form.querySelectorAll('.wpcf7-not-valid-tip')) tip.remove();
      for (const control of form.querySelectorAll('[aria-invalid]')) {
        control.removeAttribute('aria-invalid');
        control.removeAttribute('aria-describedby');
        control.classList.remove('wpcf7-not-valid');
      }
      list.replaceChildren();
    }

    function showError({ field: name, message, error_id: id }) {
      const wrap = form.querySelector('.wpcf7-form-control-wrap[data-name="' + CSS.escape(name) + '"]');
      const control = wrap && wrap.querySelector('.wpcf7-form-control');
      const item = document.createElement('li');
      item.textContent = textOf(message);
      list.append(item);
      if (!control) return;
      const tip = document.createElement('span');
      tip.className = 'wpcf7-not-valid-tip';
      tip.id = id;
      tip.textContent = textOf(message);
      wrap.append(tip);
      control.classList.add('wpcf7-not-valid');
      control.setAttribute('aria-invalid', 'true');
      control.setAttribute('aria-describedby', id);
    }

    function show(result) {
      clearErrors();
      setState(STATES[result.status] || 'failed');
      output.textContent = said.textContent = textOf(result.message || OFFLINE);
      output.hidden = false;
      for (const problem of result.invalid_fields || []) showError(problem);
      setChallenges(result);
      if (result.status === 'mail_sent') {
        form.reset();
        for (const counter of form.querySelectorAll('.wpcf7-character-count')) count(counter);
        refill(false).catch(() => undefined);
      }
      const wrong = form.querySelector('[aria-invalid]');
      if (wrong) (wrong.matches('input, select, textarea') ? wrong : wrong.querySelector('input')).focus();
    }

    function tell(name, result) {
      const detail = {
        contactFormId: Number(box.dataset.form),
        unitTag: box.id,
        status: result && result.status,
        apiResponse: result,
      };
      box.dispatchEvent(new CustomEvent('wpcf7' + name, { bubbles: true, detail }));
    }

    function count(counter) {
      const target = field(counter.dataset.targetName);
      const length = target ? target.value.length : 0;
      const most = counter.dataset.maximumValue;
      counter.textContent = String(most === undefined ? length : Math.max(0, Number(most) - length));
    }

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      setState('submitting');
      let result = { status: 'mail_failed', message: OFFLINE };
      try {
        if (Date.now() - tokenAt > 20 * HOUR) {
          await refill(false);
          await pause(PAUSE);
        }
        tell('beforesubmit');
        const response = await fetch(box.dataset.feedback, { method: 'POST', body: new FormData(form) });
        result = await response.json();
      } catch {
        // The message above says so.
      }
      isBusy = false;
      show(result);
      if (EVENTS[result.status]) tell(EVENTS[result.status], result);
      tell('submit', result);
    });
    form.addEventListener('input', ({ target }) => {
      for (const counter of form.querySelectorAll('.wpcf7-character-count'))
        if (counter.dataset.targetName === target.name) count(counter);
      if (target.matches('.wpcf7-free-text')) target.closest('.wpcf7-list-item').querySelector('input').checked = true;
      const group = target.checked && target.closest('[data-exclusive]');
      if (group) for (const other of group.querySelectorAll('input[type=checkbox]')) other.checked = other === target;
    });
    if (field('_form_token').value === '') refill(true).catch(() => undefined);
  }

  const startAll = (root = document) => {
    for (const box of root.querySelectorAll('.wpcf7[data-form]')) start(box);
  };
  /** For pages that insert a form later. */
  window.nestpressForms = { start: startAll };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => startAll());
  else startAll();
})();
