-- How common a word is, a list asks some products; reading these statistics for every plan costs more than they tell.
DROP STATISTICS product_word_shares;
