/** Languages without a country of their own in WordPress. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ca: 'ca_ES',
    en: 'en_US',
    el: 'el_GR',
    et: 'et_EE',
    ja: 'ja_JP',
    sq: 'sq_AL',
    uk: 'uk_UA',
    vi: 'vi_VN',
    zh: 'zh_CN',
  }),
);

/** The locales that Open Graph knows. */
const KNOWN = new Set(
  (
    'af_ZA ak_GH am_ET ar_AR as_IN ay_BO az_AZ be_BY bg_BG bn_IN bp_IN br_FR bs_BA ca_ES cb_IQ ck_US co_FR cs_CZ cx_PH ' +
    'cy_GB da_DK de_DE el_GR em_ZM en_GB en_PI en_UD en_US eo_EO es_ES es_LA es_MX et_EE eu_ES fa_IR fb_LT ff_NG fi_FI ' +
    'fo_FO fr_CA fr_FR fy_NL ga_IE gl_ES gn_PY gu_IN gx_GR ha_NG he_IL hi_IN hr_HR ht_HT hu_HU hy_AM id_ID ig_NG ik_US ' +
    'is_IS it_IT iu_CA ja_JP ja_KS jv_ID ka_GE kk_KZ km_KH kn_IN ko_KR ks_IN ku_TR ky_KG la_VA lg_UG li_NL ln_CD lo_LA ' +
    'lt_LT lv_LV mg_MG mi_NZ mk_MK ml_IN mn_MN mr_IN ms_MY mt_MT my_MM nb_NO nd_ZW ne_NP nl_BE nl_NL nn_NO nr_ZA ns_ZA ' +
    'ny_MW om_ET or_IN pa_IN pl_PL ps_AF pt_BR pt_PT qc_GT qr_GR qu_PE qz_MM rm_CH ro_RO ru_RU rw_RW sa_IN sc_IT se_NO ' +
    'si_LK sk_SK sl_SI sn_ZW so_SO sq_AL sr_RS ss_SZ st_ZA su_ID sv_SE sw_KE sy_SY sz_PL ta_IN te_IN tg_TJ th_TH tk_TM ' +
    'tl_PH tl_ST tn_BW tr_TR ts_ZA tt_RU tz_MA uk_UA ur_PK uz_UZ ve_ZA vi_VN wo_SN xh_ZA yi_DE yo_NG zh_CN zh_HK zh_TW ' +
    'zu_ZA zz_TR'
  ).split(' '),
);

/** The locale of a site as Open Graph names it. */
export function openGraphLocale(locale: string): string {
  const [language = ''] = locale.split(/[_-]/);
  const doubled = `${language.slice(0, 2).toLowerCase()}_${language.slice(0, 2).toUpperCase()}`;
  const candidates = [COUNTRIES.get(locale) ?? locale, doubled];
  return candidates.find((candidate) => KNOWN.has(candidate)) ?? 'en_US';
}
