-- Returns a text as searches compare it: in lower case, without diacritics and invisible characters, with
-- straight quotes and plain dashes, and with single blanks. Independent of the database's locale: `lower` in
-- the collation C changes only a to z, and the second `translate` has the capitals of Latin, Greek, Cyrillic,
-- Armenian and Georgian that have no decomposition.
create function stampbook_fold(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower(typed collate "C");
begin
  if octet_length(folded) <> char_length(folded) then
    folded := translate(folded,
      '´‘’‚‛ʹʻʼʾʿ′“”„‟″«»‐‑‒–—―−',
      '''''''''''''''''''''''"""""""-------');
    folded := regexp_replace(normalize(folded, NFKD),
      '[\u00ad\u0300-\u036f\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g');
    folded := translate(lower(folded collate "C"),
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿđðħłŧøƙɓɗƴŋʉɨƶǥıς',
      'ædoþdhlnœtbƃƅɔƈɖdƌǝəɛƒɠɣɩikɯɲɵƣƥʀƨʃƭʈʊʋyzʒƹƽgƕƿȝƞȣȥⱥȼƚⱦɂƀuʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿddhltokbdynuizgiσ');
    folded := replace(replace(replace(replace(replace(folded,
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  folded := translate(folded, E'`\t\n\x0b\f\r\u0085\u1680\u2028\u2029', '''         ');
  if position('  ' in folded) > 0 then
    folded := regexp_replace(folded, ' +', ' ', 'g');
  end if;
  return btrim(folded);
end
$$;
--> statement-breakpoint
-- Codes are compared composed (NFC). If two codes of a merchant then are the same, one keeps or gets the key,
-- and the other stays as it was written: doctor names it.
do $$
declare
  coded text;
begin
  foreach coded in array array['stores', 'rewards', 'promo_codes', 'payment_methods', 'vouchers'] loop
    execute format('with odd as (
        select merchant_id, code_key, normalize(code_key, NFC) as key,
          row_number() over (partition by merchant_id, normalize(code_key, NFC)
            order by code_key collate "C") as place
        from %1$I
        where octet_length(code_key) <> char_length(code_key) and code_key is not nfc normalized)
      update %1$I x set code_key = o.key from odd o
      where x.merchant_id = o.merchant_id and x.code_key = o.code_key and o.place = 1
        and not exists (select 1 from %1$I t where t.merchant_id = o.merchant_id and t.code_key = o.key)',
      coded);
  end loop;
end
$$;
--> statement-breakpoint
CREATE INDEX "customers_folded_name" ON "customers" USING btree ("merchant_id", (stampbook_fold("name") COLLATE "C"), "id");--> statement-breakpoint
CREATE INDEX "customers_folded_last_name" ON "customers" USING btree ("merchant_id", (regexp_replace(stampbook_fold("name"), '^.* ', '') COLLATE "C"), "id");--> statement-breakpoint
CREATE INDEX "customers_folded_words" ON "customers" USING gin (array_to_tsvector(string_to_array("merchant_id"::text || '.' || replace(stampbook_fold("name"), ' ', ' ' || "merchant_id"::text || '.'), ' ')));--> statement-breakpoint
-- Values of `customer_identifiers` are stored as they are compared, so that the index needs no `lower`.
CREATE INDEX "customer_identifiers_start" ON "customer_identifiers" USING btree ("merchant_id", (("form" || ' ' || "value") COLLATE "C")) WHERE NOT "is_reserved";--> statement-breakpoint
-- The values that an earlier version may have stored in another form than they are compared in now.
CREATE INDEX "customer_identifiers_odd" ON "customer_identifiers" USING btree ("merchant_id", (("form" || ' ' || "value") COLLATE "C")) WHERE "form" = 'unreadMemberId' OR octet_length("value") <> char_length("value");--> statement-breakpoint
-- Last, because dropping an index locks out every call until the migration ends.
DROP INDEX "customers_name";--> statement-breakpoint
DROP INDEX "customers_last_name";--> statement-breakpoint
DROP INDEX "customers_words";--> statement-breakpoint
DROP INDEX "customer_identifiers_beginning";
