/** Shows the popups of a page when it is time, one at a time, and counts what visitors do with them. */
(() => {
  const DAY = 86400000;
  const isPhone = matchMedia('(max-width: 700px)').matches;
  const storeOf = (often) => (often === 'session' ? sessionStorage : localStorage);

  const isDue = (id, { often, days, audience }) => {
    if (audience === (isPhone ? 'desktops' : 'phones')) return false;
    if (often === 'always') return true;
    const shownAt = Number(storeOf(often).getItem(id) || 0);
    return shownAt === 0 || (often === 'days' && Date.now() - shownAt > days * DAY);
  };

  const onScroll = (percent, show) => {
    const check = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const most = Math.max(1, scrollHeight - clientHeight);
      if ((window.scrollY / most) * 100 < percent && scrollHeight > clientHeight) return;
      window.removeEventListener('scroll', check);
      show();
    };
    window.addEventListener('scroll', check, { passive: true });
    check();
  };

  const onLeave = (show) => {
    const leave = (event) => {
      if (event.relatedTarget || event.clientY > 10) return;
      document.removeEventListener('mouseout', leave);
      show();
    };
    document.addEventListener('mouseout', leave);
  };

  for (const popup of document.querySelectorAll('dialog.popup')) {
    const display = JSON.parse(popup.dataset.display);
    if (typeof popup.showModal !== 'function' || !isDue(popup.id, display)) continue;
    const count = (event) =>
      void fetch(popup.dataset.track + event, { keepalive: true, cache: 'no-store' }).catch(() => undefined);
    let isConverted = false;
    const convert = () => {
      if (!isConverted) count('conversion');
      isConverted = true;
    };
    const show = () => {
      if (document.querySelector('dialog[open]')) return void setTimeout(show, 1000);
      popup.showModal();
      if (display.often !== 'always') storeOf(display.often).setItem(popup.id, String(Date.now()));
      count('open');
    };
    popup.addEventListener('click', (event) => {
      if (event.target === popup || event.target.closest('.popup-close')) popup.close();
      else if (event.target.closest('a[href]')) convert();
    });
    popup.addEventListener('submit', convert);
    if (display.when === 'scroll') onScroll(display.after, show);
    else if (display.when === 'leave') onLeave(show);
    else setTimeout(show, display.after * 1000);
  }
})();
